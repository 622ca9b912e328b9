import { customer, note, reply, type SampleTicket } from './notation.ts';

/** The first weeks: moving in from another program or a spreadsheet. */
export const importTickets: SampleTicket[] = [
  {
    number: 1008,
    opened: '5d12h',
    subject: 'CSV import skips customers without an e-mail address',
    customer: 'Arjun Mehta <arjun@mehta-brassware.example>',
    assignee: 'ines',
    tags: ['import', 'csv'],
    text: `Of 812 rows 655 were imported. The report says \`row skipped: email\` for the rest. Many of our customers simply have none.`,
    thread: [
      reply(
        'ines',
        '5d8h',
        `Hi Arjun, e-mail is what the import uses to recognise a customer. If you map *Customer number* as the key instead, e-mail may
        stay empty. The template with a number column is in our help centre: \`customers-with-number.csv\`.`,
      ),
      customer(
        '4d22h',
        `All 812 are in, wonderful. But 14 of them are there twice, because they were in the first run too.`,
      ),
    ],
  },
  {
    number: 984,
    opened: '13d8h',
    pending: true,
    subject: 'Move from the old desktop program',
    customer: 'Ralf Steinmetz <r.steinmetz@steinmetz-grabmale.example>',
    assignee: 'ines',
    tags: ['import', 'onboarding'],
    text: `Wir arbeiten seit 19 Jahren mit „HandwerkPlus 6“ und wollen zum Jahreswechsel umsteigen. Was kann man mitnehmen? Wichtig sind
      uns Kunden, Grabstellen und offene Rechnungen.`,
    thread: [
      reply(
        'ines',
        '13d3h',
        `Guten Tag Herr Steinmetz, aus HandwerkPlus übernehmen wir:

        | Was | Wie |
        | --- | --- |
        | Kunden und Adressen | vollständig, als CSV |
        | Offene Rechnungen | Betrag, Datum, Fälligkeit |
        | Grabstellen | als eigenes Feld am Auftrag |
        | Bezahlte Rechnungen | nur als PDF im Archiv |

        Könnten Sie mir eine Sicherung mit einigen Beispielen schicken? Ich richte dann ein Testkonto ein.`,
      ),
      customer('12d', `Die Sicherung liegt im Upload-Ordner (2,1 GB, viele Fotos).`),
      note(
        'ines',
        '11d12h',
        `Read with the converter: 3,904 customers, 61 open invoices, photos skipped. Grave numbers parse cleanly.`,
      ),
      reply(
        'ines',
        '11d10h',
        `Ihr Testkonto steht: 3.904 Kunden, 61 offene Rechnungen mit zusammen € 84.210,35. Stimmt die Summe mit Ihrer Liste
        überein?`,
      ),
    ],
  },
  {
    number: 1027,
    opened: '1d9h',
    subject: 'Umlauts broken in article names',
    customer: 'Sabine Grünwald <sabine@gruenwald-moebel.example>',
    assignee: 'ines',
    tags: ['import', 'csv'],
    text: `After the import "Küchenstuhl" reads "KÃ¼chenstuhl", in about 400 articles. The file is right when I open it in a text
      editor.`,
    thread: [
      reply(
        'ines',
        '1d7h',
        `Hallo Sabine, the file is UTF-8 and was read as Windows-1252. Please import it again with *Encoding: UTF-8*; articles with the
        same number are overwritten, nothing is doubled.`,
      ),
      customer('1d3h30m', `Names are fine now. The prices I had corrected by hand this morning are gone, though.`),
      note(
        'ines',
        '1d1h',
        `My fault, I should have said that *all* mapped columns are overwritten. Price history is there, restoring 38 rows.`,
      ),
      reply(
        'ines',
        '23h30m',
        `That was careless of me: the import overwrites every mapped column. I have restored the 38 prices you had changed from the
        history. Would you look at a few of them?`,
      ),
      customer('18h20m', `Checked ten, all right again. No harm done, Inês!`),
    ],
  },
  {
    number: 998,
    opened: '7d22h',
    pending: true,
    subject: 'Opening balances do not match the tax adviser’s',
    customer: 'Thandiwe Dlamini <accounts@dlamini-leathercraft.example>',
    assignee: 'mara',
    tags: ['onboarding', 'accounting'],
    text: `Our opening balance for receivables is R 41,880.00 in Tallywright and R 43,310.00 in the adviser's books. The difference is
      R 1,430.00 and I cannot find an invoice of that amount.`,
    thread: [
      reply(
        'mara',
        '7d18h',
        `Hello Thandiwe, an amount that is no single invoice is often a payment on account. There are three such payments in December
        in your import: 500, 430 and 500. Together **1,430.00**. We import them as credit, your adviser leaves them out.`,
      ),
      customer('6d20h', `That is it! Which way is right?`),
      reply(
        'mara',
        '6d18h',
        `Both are, for different questions. For the tax return please follow your adviser; in *Onboarding › Opening balances* you can
        show payments on account apart. Would you ask which she prefers?`,
      ),
    ],
  },
  {
    number: 1016,
    opened: '3d20h',
    subject: 'Which fields should we fill in first?',
    customer: 'Amara Diallo <amara@diallo-wax-prints.example>',
    priority: 'low',
    tags: ['onboarding'],
    text: `There are so many fields. We are three people, sell fabric by the metre, at two markets and on the web. What is the minimum to
      write a correct invoice next week?`,
  },
  {
    number: 974,
    opened: '21d',
    pending: true,
    subject: 'Price list with quantity breaks',
    customer: 'Yuki Mori <yuki@mori-knives.example>',
    assignee: 'ines',
    tags: ['import', 'prices'],
    text: `Our spreadsheet has a column for 1, 10 and 50 pieces. The template has one price only. How do we import all three?`,
    thread: [
      reply(
        'ines',
        '20d20h',
        `Hello Yuki, one row per step, with the same article number:

        ~~~csv
        article,quantity_from,price
        SANTOKU-180,1,148.00
        SANTOKU-180,10,133.00
        SANTOKU-180,50,119.00
        ~~~

        If you send me your sheet I turn the columns into rows for you.`,
      ),
      customer(
        '19d20h',
        `I did it with a small formula, 96 articles became 288 rows. The import says "price 0 in row 143".`,
      ),
      reply(
        'ines',
        '19d18h',
        `Row 143 is the gift box, whose third column is empty in your sheet. Should it have a price from 50 on?`,
      ),
    ],
  },
  {
    number: 961,
    opened: '60d',
    closed: '57d',
    subject: 'Training for six people in Portuguese',
    customer: 'Duarte Pinheiro <duarte@cortica-pinheiro.example>',
    assignee: 'ines',
    tags: ['onboarding', 'training'],
    text: `Bom dia, começamos na segunda-feira e somos seis. Há formação em português, de preferência à tarde?`,
    thread: [
      reply(
        'ines',
        '59d20h',
        `Bom dia Duarte, há e sou eu que a dou. Terça ou quinta, das 15h às 16h30, por vídeo. O que vos dá mais jeito?`,
      ),
      customer('59d', `Quinta. Encomendas e stock são o mais importante, faturas já sabemos.`),
      note('ines', '58d20h', `Thursday 15:00 booked. Prepare cork sheets as the example article, with waste.`),
      reply(
        'ines',
        '57d2h',
        `Obrigada pela tarde animada! A gravação e os slides estão na pasta partilhada da vossa conta.`,
      ),
    ],
  },
];
