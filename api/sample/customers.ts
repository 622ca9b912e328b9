import type { Random } from './random.ts';

const split = (words: string): readonly string[] => words.trim().split(/\s+/);

const givenNames = split(`
  Amélie Rui Priya Chen Tomás Marta Owen Hannah Farid Petra Henrik Joana Elif Gareth Solveig Stefan Ayumi Anja Mateus
  Oskar Ngozi Beatriz Matteo Viktor Miriam Leo Samir Anouk Grace Tamsin Mehmet Clara Hugo Pilar Jakub Isabel Wanjiru
  Andrej Callum Nadia Tuomas Camille Wout Ewa Rasmus Fiona Lucía Kofi Arjun Sabine Thandiwe Paolo Amara Yuki Duarte
  Zofia Maëlle Aoife Luca Noor Holger Katrin Bastien Giulia Dylan Sanne Kwame Ingrid Søren Zeynep Émile Nuno Björn
`);
const familyNames = split(`
  Laurent Carvalho Nair Wei Silva Puig Price Lindqvist Rahmani Novotná Aasen Figueiredo Demir Bowen Dahl Huber Tanaka
  Kröger Rocha Lindholm Eze Quiroga Gallo Hansson Vogel Marchetti Kapoor Verbeek Adeyemi Hale Yıldız Nyström Lemaire
  Ortega Kowalczyk Nogueira Kamau Horvat Reid Bouzid Virtanen Girard Janssens Lindgren Kjær MacLeod Fernández Mensah
  Mehta Grünwald Dlamini Ricci Diallo Mori Pinheiro Wiśniewska Peeters Brennan Bernasconi Haddad Ziegler Brandt Roux
  Ferrante Moreau Boateng Okonkwo Petrović Nakamura Szabó Ivanova Castellanos Abernathy Thorvaldsen Oyelaran Quispe
`);
const trades = split(`
  ceramics joinery candles leather press textiles bikes glass brewery bakery knives soap looms clocks luthier prints
  ironworks saddlery upholstery basketry
`);

/** Letters that Unicode does not decompose into a base letter and a mark. */
const baseLetters: Readonly<Record<string, string>> = { ø: 'o', æ: 'ae', ı: 'i', ł: 'l', ß: 'ss' };

const toAddressPart = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z]/g, letter => baseLetters[letter] ?? '');

// Computed once, since millions of tickets use them.
const withAddressPart = (names: readonly string[]) => names.map(name => ({ name, addressPart: toAddressPart(name) }));
const givenNameParts = withAddressPart(givenNames);
const familyNameParts = withAddressPart(familyNames);

export type TicketCustomer = { customer_name: string; customer_email: string };

/** Picks a person at a small company. Several people can have the same company. */
export function pickCustomer(random: Random): TicketCustomer {
  const first = random.pick(givenNameParts);
  const last = random.pick(familyNameParts);
  return {
    customer_name: `${first.name} ${last.name}`,
    customer_email: `${first.addressPart}@${last.addressPart}-${random.pickSkewed(trades)}.example`,
  };
}
