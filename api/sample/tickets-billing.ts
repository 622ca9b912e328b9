import { customer, note, reply, type SampleTicket } from './notation.ts';

/** Payments, refunds, plans and what the card statement says. */
export const billingTickets: SampleTicket[] = [
  {
    number: 1042,
    opened: '1d4h',
    subject: 'Charged twice for the November invoice',
    customer: 'Amélie Laurent <amelie@atelier-laurent.example>',
    priority: 'urgent',
    assignee: 'mara',
    tags: ['billing', 'refund'],
    triage: { agent: 'jonas', age: '3h15m' },
    text: `Hello, our card was charged **€ 348.00 twice** for November, invoices \`INV-20931\` and \`INV-20932\`. Only one
      order was placed. Could you refund the second one? Our accountant closes the month on Friday.`,
    thread: [
      note(
        'jonas',
        '3h10m',
        `Confirmed in the ledger: the second capture came from the retry job. Refund \`re_7F2K\` is queued, it lands in
        3 to 5 days.`,
      ),
      customer(
        '2h5m',
        `I asked our bank: both charges are settled, not reserved. I can send the statement if it helps. Will the refund
        have its own credit note? We need one for the books.`,
      ),
      note('jonas', '1h40m', `Credit note \`CN-1187\` goes out by itself once \`re_7F2K\` settles. @Mara all yours.`),
    ],
  },
  {
    number: 1021,
    opened: '2d9h',
    subject: 'Wrong VAT number on three invoices',
    customer: 'Studio Halvorsen <regnskap@studio-halvorsen.example>',
    priority: 'high',
    tags: ['billing'],
    triage: { agent: 'jonas', age: '1d22h' },
    text: `Hi, invoices \`INV-20877\`, \`INV-20904\` and \`INV-20918\` show our old VAT number (NO 914 220 187 MVA). We changed
      it in Settings at the beginning of the quarter. The tax office rejects them as they are.`,
    thread: [
      customer(
        '1d20h',
        `One more detail: the invoice *preview* shows the new number, only the PDF that is mailed has the old one.`,
      ),
    ],
  },
  {
    number: 1005,
    opened: '6d2h',
    pending: true,
    subject: 'Card declined but the bank sees no attempt',
    customer: 'Giulia Ferrante <giulia@ceramiche-ferrante.example>',
    priority: 'high',
    assignee: 'mara',
    tags: ['billing', 'card'],
    triage: { agent: 'jonas', age: '6d' },
    text: `Your page says "card declined (05)" for our yearly plan. My bank says nobody asked them anything. I tried two
      cards, the second one I used this morning for something else without trouble.`,
    thread: [
      reply(
        'mara',
        '5d22h',
        `Hi Giulia, thank you for trying both. The code 05 comes from the step *before* the bank: our payment provider wants
        the extra confirmation (3-D Secure) and the window was closed or blocked.

        Could you try once more with the pop-up blocker off for \`pay.tallywright.example\`?`,
      ),
      customer('5d3h', `Same message, and I saw no window at all. Firefox on a Mac.`),
      note(
        'jonas',
        '5d1h',
        `Reproduced. The confirmation opens in an iframe that strict tracking protection blocks. From the log:

        ~~~
        10:41:22 payment.confirm attempt=3 result=challenge_not_shown browser=firefox etp=strict
        ~~~

        Fix is on the payments board. Until then: another browser, or a payment link.`,
      ),
      reply(
        'mara',
        '4d23h',
        `Found it: Firefox's strict protection blocks the confirmation window, which is ours to fix. So that you don't wait
        for us, here is a payment link that opens on its own page: \`https://pay.tallywright.example/l/9QK4\`. It is
        valid for seven days. Would you tell me whether it went through?`,
      ),
    ],
  },
  {
    number: 987,
    opened: '12d',
    closed: '9d6h',
    subject: 'Switch from monthly to yearly in the middle of the month',
    customer: 'Dylan Moreau <dylan@moreaubikes.example>',
    assignee: 'mara',
    tags: ['billing', 'plan'],
    text: `We are on Workshop monthly, paid until the 24th. If I switch to yearly now, do I pay these ten days twice?`,
    thread: [
      reply(
        'mara',
        '11d21h',
        `Hi Dylan, no: the unused days are taken off the yearly price. For you that is € 58.00 × 10/30 = **€ 19.33** less,
        so the first year costs € 560.67 and later ones € 580.00.`,
      ),
      customer('11d', `Perfect. And can the invoice carry our purchase order number, PO-0219?`),
      reply(
        'mara',
        '10d23h',
        `Yes, write it into *Settings › Billing › Reference* before you switch and it is printed on every invoice from
        then on.`,
      ),
      customer('9d8h', `Done, the PDF looks right. Thanks for the quick help!`),
    ],
  },
  {
    number: 997,
    opened: '8d7h',
    subject: 'Remboursement du siège non utilisé',
    customer: 'Bastien Roux <compta@menuiserie-roux.example>',
    assignee: 'mara',
    tags: ['billing', 'refund', 'french'],
    text: `Bonjour, nous avons payé six sièges au lieu de cinq depuis le départ de notre apprenti. Serait-il possible de
      nous rembourser les deux derniers mois ? Merci d'avance.`,
    thread: [
      reply(
        'mara',
        '8d2h',
        `Bonjour Bastien, le siège n'a servi à personne depuis neuf semaines, je vous crédite donc deux mois, soit
        **€ 24,00**. Préférez-vous un avoir sur la prochaine facture ou un virement ?`,
      ),
      customer('7d4h', `Un avoir nous convient très bien. Merci Mara !`),
      note(
        'mara',
        '7d3h',
        `Credit of € 24.00 entered, approval by finance pending (anything older than 60 days needs it).`,
      ),
    ],
  },
  {
    number: 975,
    opened: '20d',
    closed: '16d',
    subject: 'Do you offer a discount for schools?',
    customer: 'Kwame Boateng <k.boateng@accra-craft-school.example>',
    priority: 'low',
    assignee: 'mara',
    tags: ['billing', 'plan', 'education'],
    text: `We teach joinery and pottery to about forty students a year and would use Tallywright in the lessons on stock
      and pricing. Is there an education plan?`,
    thread: [
      reply(
        'mara',
        '19d18h',
        `Hello Kwame, there is: schools pay nothing for the Bench plan with up to 50 seats. I need two things from you:

        - a document that names the school (a letterhead will do)
        - the e-mail domain your students use`,
      ),
      customer('18d', `Wonderful. The letter is attached, the domain is students.accra-craft-school.example.`),
      note(
        'mara',
        '17d20h',
        `Letter checked, plan \`bench-edu\` set for a year. Reminder in the calendar for the renewal.`,
      ),
      reply('mara', '17d19h', `Your school is on the education plan now. Students join with the link under *People*.`),
      customer('16d2h', `Thirty-eight students are in already. Many thanks from all of us.`),
    ],
  },
  {
    number: 981,
    opened: '15d3h',
    pending: true,
    subject: 'SEPA mandate: which account is charged?',
    customer: 'Katrin Brandt <buero@tischlerei-brandt.example>',
    assignee: 'ines',
    tags: ['billing', 'sepa'],
    text: `Guten Tag, wir haben zwei Mandate bei Ihnen, eines auf das Geschäftskonto und ein altes auf mein Privatkonto.
      Von welchem wird abgebucht?`,
    thread: [
      reply(
        'ines',
        '14d20h',
        `Guten Tag Frau Brandt, abgebucht wird vom Mandat, das unter *Einstellungen › Zahlung* als Standard markiert ist.
        Bei Ihnen ist das leider noch das alte, Endziffern 4471. Soll ich auf das Geschäftskonto umstellen?`,
      ),
      customer('13d', `Ja bitte. Und das alte dann löschen.`),
      reply(
        'ines',
        '12d22h',
        `Umgestellt. Löschen kann das Mandat aus rechtlichen Gründen nur die Inhaberin: Sie haben dazu eine E-Mail mit einem
        Link erhalten. Sagen Sie mir kurz Bescheid, wenn es geklappt hat?`,
      ),
    ],
  },
];
