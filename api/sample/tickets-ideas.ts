import { customer, note, reply, type SampleTicket } from './notation.ts';

/** Wishes, typos and questions about what comes next. */
export const ideaTickets: SampleTicket[] = [
  {
    number: 1040,
    opened: '19h',
    subject: 'Dark mode for the customer portal?',
    customer: 'Ines Haddad <ines@haddad-interiors.example>',
    assignee: 'jonas',
    tags: ['idea'],
    triage: { agent: 'ines', age: '17h' },
    text: `Our customers are interior designers and sit in front of dark screens all day. The portal where they approve quotes is very
      bright. Is a dark theme planned?`,
    thread: [
      note('jonas', '16h40m', `Fifth request this quarter. Design has a draft, ask whether she would try it early.`),
    ],
  },
  {
    number: 1041,
    opened: '18h',
    subject: 'Typo on the pricing page',
    customer: 'Owen Price <owen@price-ironworks.example>',
    priority: 'low',
    text: `"Unlimited recieps" should read "receipts". With my surname I feel responsible for pricing pages.`,
  },
  {
    number: 1043,
    opened: '17h',
    subject: 'Please add Catalan to the language menu',
    customer: 'Marta Puig <marta@puig-ceramica.example>',
    priority: 'low',
    tags: ['i18n'],
    text: `Bon dia! Our delivery notes go to schools in Girona and should be in Catalan. I would gladly help with the translation, it
      is my first profession.`,
  },
  {
    number: 1046,
    opened: '12h20m',
    subject: 'Shortcut to duplicate a quote',
    customer: 'Rasmus Kjær <rasmus@kjaer-skilte.example>',
    priority: 'low',
    tags: ['idea', 'quotes'],
    text: `I make thirty quotes a day and most differ in one line. *Menu › More › Duplicate › Confirm* is four clicks. One key would be
      a gift.`,
  },
  {
    number: 1004,
    opened: '6d5h',
    subject: 'Calendar feed of delivery dates',
    customer: 'Fiona MacLeod <fiona@macleod-kilts.example>',
    assignee: 'ines',
    tags: ['idea', 'calendar'],
    text: `We plan fittings in a shared calendar and copy the delivery dates by hand. An address to subscribe to (iCal) would be all we
      need.`,
    thread: [
      reply(
        'ines',
        '6d1h',
        `Hi Fiona, it exists, though well hidden: *Profile › Calendar › Copy address*. It holds delivery dates of orders assigned to
        you. Do you need those of the whole workshop?`,
      ),
      customer('5d7h', `The whole workshop, yes, and if possible only kilts, not the repairs.`),
      note(
        'ines',
        '5d3h',
        `Feed per saved filter would solve it. Added her case to the wish "calendar feeds", 23 votes.`,
      ),
      reply(
        'ines',
        '5d2h',
        `A feed per saved filter does not exist yet. I have added your case to the wish, which many share, and you will hear from us
        when it is decided.`,
      ),
    ],
  },
  {
    number: 983,
    opened: '14d',
    pending: true,
    subject: 'Beta: trying the new quote editor',
    customer: 'Lucía Fernández <lucia@fernandez-vidrieras.example>',
    assignee: 'jonas',
    tags: ['beta', 'quotes'],
    text: `You invited us to the beta of the quote editor. We would like to take part, but can we go back if something does not work in
      the middle of a day?`,
    thread: [
      reply(
        'jonas',
        '13d20h',
        `Hola Lucía, yes, at any time: the switch at the top right changes between both editors and the quotes are the same
        underneath. I have turned it on for your desk.`,
      ),
      customer(
        '11d',
        `Two days in: much faster. What we miss is the subtotal per window. And Ctrl+Z undoes too much at once.`,
      ),
      note('jonas', '10d20h', `Undo groups by second instead of by field. Subtotals: planned before release.`),
      reply('jonas', '10d19h', `Both noted. Undo is repaired since this morning; does it feel right now?`),
    ],
  },
  {
    number: 963,
    opened: '45d',
    closed: '44d',
    subject: 'Thank you, and one small wish',
    customer: 'Margarethe Sommer <post@sommer-buchbinderei.example>',
    priority: 'low',
    assignee: 'mara',
    tags: ['idea', 'praise'],
    text: `Ein Lob zwischendurch: Die neue Suche findet Kunden auch mit Tippfehler, das spart uns jeden Tag Zeit. Mein Wunsch: die
      Telefonnummer gleich in der Trefferliste.`,
    thread: [
      reply(
        'mara',
        '44d20h',
        `Liebe Frau Sommer, vielen Dank, das habe ich dem ganzen Team vorgelesen! Die Telefonnummer gibt es schon: rechts über der
        Trefferliste auf *Spalten* klicken und *Telefon* anhaken.`,
      ),
      customer('44d2h', `Wieder etwas gelernt. Herzliche Grüße aus Leipzig!`),
    ],
  },
];
