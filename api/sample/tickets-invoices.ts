import { customer, note, reply, type SampleTicket } from './notation.ts';

/** The invoices that customers write with the product: tax, numbering, e-invoicing, layout. */
export const invoiceTickets: SampleTicket[] = [
  {
    number: 1014,
    opened: '4d6h',
    subject: 'Peppol: receiver rejects our invoice with BR-CO-15',
    customer: 'Liesbeth Claes <liesbeth@drukkerij-claes.example>',
    priority: 'high',
    assignee: 'jonas',
    tags: ['e-invoicing', 'tax'],
    triage: { agent: 'ines', age: '4d2h' },
    text: `Our city council rejects every invoice since Monday:

      > [BR-CO-15] Invoice total amount with VAT (BT-112) = Invoice total amount without VAT (BT-109) + Invoice total
      > VAT amount (BT-110)

      The sums look right to me on paper. Three invoices are waiting, about € 6,200.`,
    thread: [
      reply(
        'jonas',
        '4d1h',
        `Hi Liesbeth, I looked at \`F-2291\`: the total is off by one cent in the XML, because the discount of 2.5 % is rounded
        per line there and once for the whole invoice on the PDF. I am changing the account to rounding per line; please
        send the three again in ten minutes.`,
      ),
      customer(
        '3d22h',
        `Two were accepted. \`F-2294\` still fails, it has a line with a negative amount (a returned crate).`,
      ),
      note(
        'jonas',
        '3d20h',
        `Negative lines are rounded half-up towards zero in the XML and away from zero in the PDF. Real bug, tracked on the
        invoicing board. Workaround: put the return on a credit note of its own.`,
      ),
      reply(
        'jonas',
        '3d19h',
        `That line is a second mistake of ours: negative amounts round the other way. The repair goes out this week. If the
        council is in a hurry, take the crate off \`F-2294\` and put it on a credit note; that combination passes.`,
      ),
    ],
  },
  {
    number: 995,
    opened: '9d4h',
    pending: true,
    subject: 'Rechnungsnummern springen von 1099 auf 1200',
    customer: 'Holger Ziegler <info@ziegler-metallbau.example>',
    assignee: 'jonas',
    tags: ['invoices', 'numbering'],
    text: `Unsere letzte Rechnung heißt RE-1099, die nächste will das Programm RE-1200 nennen. Das Finanzamt mag keine Lücken.
      Was ist da passiert?`,
    thread: [
      reply(
        'jonas',
        '9d1h',
        `Guten Tag Herr Ziegler, am Vortag wurde im Nummernkreis „nächste Nummer“ von 1100 auf 1200 gesetzt, laut
        Protokoll von einem Benutzer „Lager“. Da noch keine Rechnung mit 1200 verschickt ist, können Sie unter
        *Rechnungen › Nummernkreise* einfach 1100 eintragen.`,
      ),
      customer('8d5h', `Das war unser Praktikant. Kann ich verhindern, dass das Lager daran kommt?`),
      reply(
        'jonas',
        '8d3h',
        `Ja: mit der Rolle *Lager* statt *Büro*. Ich habe es vorbereitet, aber noch nicht gespeichert, weil er dann auch keine
        Angebote mehr sieht. Passt das für Sie?`,
      ),
    ],
  },
  {
    number: 972,
    opened: '25d',
    closed: '21d',
    subject: 'Logo is blurred on printed invoices',
    customer: 'Noor Haddad <noor@olive-and-ash.example>',
    priority: 'low',
    assignee: 'ines',
    tags: ['invoices', 'layout'],
    text: `On screen our logo is sharp, on paper it looks like a fax. The file I uploaded is a PNG of 240 × 80.`,
    thread: [
      reply(
        'ines',
        '24d20h',
        `Hi Noor, 240 points across is about 100 dpi at the size it is printed. Upload it at 1000 points or more, or better as
        **SVG**: that stays sharp at any size.`,
      ),
      customer('22d', `SVG did it. It would help if the upload page said so!`),
      reply('ines', '21d20h', `Fair point, I have passed it on: the page should warn below 600 points.`),
      note('ines', '21d19h', `Wish noted under *invoice designer*; third customer this quarter.`),
    ],
  },
  {
    number: 1020,
    opened: '2d14h',
    subject: 'Reverse charge text missing for a Swiss customer',
    customer: 'Luca Bernasconi <luca@bernasconi-legno.example>',
    assignee: 'mara',
    tags: ['tax', 'invoices'],
    text: `We are in Como and sell to a shop in Lugano. The invoice should carry the sentence on export outside the EU, but it
      prints nothing and applies 22 %. For customers in Germany it works.`,
    thread: [
      reply(
        'mara',
        '2d10h',
        `Ciao Luca, Switzerland is not covered by the reverse-charge rule, which is for the EU only. Goods that leave the EU
        are an **export**, 0 % with art. 8 in the note. Is the customer's tax category set to *Export*? It is the last field
        in the customer's card.`,
      ),
      customer('2d7h', `It was set to "EU business". Changed, now it prints 0 % but still no sentence.`),
    ],
  },
  {
    number: 1050,
    opened: '7h30m',
    subject: 'Reminder sent although the invoice is paid',
    customer: 'Zofia Wiśniewska <biuro@swiece-zofia.example>',
    priority: 'high',
    assignee: 'mara',
    tags: ['invoices', 'reminders'],
    triage: { agent: 'ines', age: '7h10m' },
    text: `Tonight eleven of our customers got a payment reminder. All eleven had paid last week; the list of payments shows
      them as matched. Two have already called and are rather angry.`,
    thread: [
      note(
        'mara',
        '6h50m',
        `The reminder run started at 02:00, the bank import that matches payments finished at 02:07 after a slow start. So it
        read the state of the day before. Checking how many accounts are affected.`,
      ),
      reply(
        'mara',
        '6h20m',
        `Hi Zofia, I am sorry: our reminder run overtook the bank import last night, so it did not see the payments. Reminders
        for your desk are **paused** until we have repaired the order of the two. Would you like us to write to the eleven
        customers, in your name or in ours?`,
      ),
      customer('5h15m', `In yours please, with a copy to me. And tell me before you switch the reminders on again.`),
    ],
  },
  {
    number: 979,
    opened: '17d5h',
    pending: true,
    subject: 'Second language on one invoice',
    customer: 'Maëlle Peeters <maelle@brasserie-peeters.example>',
    priority: 'low',
    assignee: 'ines',
    tags: ['invoices', 'i18n'],
    text: `We are in Brussels: some customers want French, some Dutch, and two public bodies want both on the same page. Is that
      possible?`,
    thread: [
      reply(
        'ines',
        '17d1h',
        `Bonjour Maëlle, one language per customer is a setting (*Customer › Language*). Both on one page works with a custom
        template: the placeholders take a second language, e.g. \`{{ label.total | in: "nl" }}\`. Shall I make one for you
        from your current layout?`,
      ),
      customer('15d', `Yes please! French first, Dutch in grey below it.`),
      reply(
        'ines',
        '14d2h',
        `Here is a draft as PDF, with your last invoice as the example. Is the grey dark enough in print?`,
      ),
    ],
  },
  {
    number: 968,
    opened: '31d',
    closed: '28d',
    subject: 'Rounding differs by 1 cent from our till',
    customer: 'Aoife Brennan <aoife@brennan-bakehouse.example>',
    assignee: 'jonas',
    tags: ['invoices', 'rounding'],
    text: `Three loaves at € 3.33 are € 9.99 at the till and € 10.00 on the invoice. Which of the two is wrong?`,
    thread: [
      reply(
        'jonas',
        '30d20h',
        `Hi Aoife, neither, they round at different places. Your till keeps gross prices, the invoice starts from net:
        € 3.0833 × 3 = € 9.2499, plus 8 % = € 9.99, *but* the net price had been cut to two digits before. I switched your
        price list to **gross prices**, so both say € 9.99 now.`,
      ),
      customer('29d', `Checked with five old orders, all agree with the till. Magic.`),
      reply(
        'jonas',
        '28d22h',
        `Good to hear. The old invoices stay as they were sent, only new ones use the new rule.`,
      ),
    ],
  },
];
