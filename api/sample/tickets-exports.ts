import { customer, note, reply, type SampleTicket } from './notation.ts';

/** Getting data out: exports, reports, accounting. */
export const exportTickets: SampleTicket[] = [
  {
    number: 1017,
    opened: '3d4h',
    subject: 'Export stops at 10,000 rows',
    customer: 'Priya Nair <priya@nair-spices.example>',
    priority: 'high',
    assignee: 'mara',
    tags: ['export'],
    triage: { agent: 'ines', age: '3d2h' },
    text: `The CSV of order lines ends at exactly 10,000 rows, without a message. We have about 23,400 for the year. I noticed
      only because the total did not match.`,
    thread: [
      reply(
        'mara',
        '3d1h',
        `Hi Priya, good that you compared the totals. The download from the list is cut at 10,000 rows, and it should say so. The
        full set comes with *Reports › Order lines › Send by e-mail*. Does that give you 23,400?`,
      ),
      customer('2d20h', `It says "preparing" since yesterday evening. Is it stuck or is it slow?`),
      note(
        'jonas',
        '2d16h',
        `Stuck. The worker was killed twice for memory: it holds the whole result before writing. Restarted on the big machine:

        ~~~
        export.order_lines desk=nair-spices rows=23418 seconds=41 result=ok
        ~~~`,
      ),
      reply(
        'mara',
        '2d15h',
        `It was stuck, sorry. We have restarted it on a larger machine and the file with **23,418** rows is in your mailbox. The
        silent limit of the list will get a clear message; I write here when it is out.`,
      ),
    ],
  },
  {
    number: 1010,
    opened: '5d6h',
    subject: 'DATEV-Export: Erlöskonto fehlt bei Gutscheinen',
    customer: 'Anja Kröger <buchhaltung@kroeger-kerzen.example>',
    assignee: 'mara',
    tags: ['export', 'accounting'],
    text: `Im Export für den Steuerberater haben Gutscheine kein Erlöskonto, die Zeile bleibt leer und der Import bricht dort ab.
      Betroffen sind 17 Buchungen.`,
    thread: [
      reply(
        'mara',
        '5d2h',
        `Guten Tag Frau Kröger, Gutscheine haben in Ihrem Kontenplan noch kein Konto. Unter *Buchhaltung › Konten › Gutscheine*
        können Sie eines eintragen, üblich ist ein Verbindlichkeitskonto (3272 im SKR 04). Bitte fragen Sie dazu kurz Ihren
        Steuerberater.`,
      ),
      customer('4d5h', `Er möchte Einzweck- und Mehrzweckgutscheine getrennt haben. Geht das?`),
      note('mara', '4d3h', `Only one account per voucher type possible today. Ask product whether two types would do.`),
    ],
  },
  {
    number: 1044,
    opened: '16h',
    subject: 'Stock report shows yesterday’s numbers',
    customer: 'Mateus Rocha <mateus@rocha-cafes.example>',
    tags: ['reports'],
    text: `O relatório de stock das 9h mostra os números de ontem à noite. A lista no ecrã está certa. Há alguma forma de o
      atualizar antes de o imprimir?`,
  },
  {
    number: 977,
    opened: '19d',
    closed: '17d3h',
    subject: 'Dates in the CSV open as numbers in Excel',
    customer: 'Oskar Lindholm <oskar@lindholm-mobler.example>',
    priority: 'low',
    assignee: 'mara',
    tags: ['export', 'csv'],
    text: `Column D reads 45611, 45612 and so on. Yours or Excel's fault?`,
    thread: [
      reply(
        'mara',
        '18d20h',
        `Hi Oskar, the file holds \`2024-11-15\`; Excel stores dates as day numbers and shows them raw when the column has the
        format *Number*. Select column D, then *Format › Date*. If you open the file by *Data › From text* it asks for the
        format and remembers it.`,
      ),
      customer('18d', `Ha, of course. And is there a way to get a semicolon instead of a comma?`),
      reply(
        'mara',
        '17d21h',
        `Yes, *Settings › Region › List separator*. It follows your country and was set to "UK".`,
      ),
      customer('17d4h', `Solved, thanks.`),
    ],
  },
  {
    number: 990,
    opened: '11d4h',
    pending: true,
    subject: 'Margin report counts returned goods twice',
    customer: 'Ngozi Eze <ngozi@eze-textiles.example>',
    priority: 'high',
    assignee: 'jonas',
    tags: ['reports', 'returns'],
    triage: { agent: 'ines', age: '11d2h' },
    text: `In the margin report a returned roll lowers the revenue twice: once as the credit note and once as "return". The quarter
      looks € 4,100 worse than it was.`,
    thread: [
      reply(
        'jonas',
        '11d',
        `Hello Ngozi, could you send me two order numbers where it happens? I compare them with the ledger line by line.`,
      ),
      customer('10d5h', `A-5521 and A-5530. Both were returned *after* the invoice had been paid.`),
      note(
        'jonas',
        '10d1h',
        `Paid → return → credit note writes two rows with kind = 'reversal'; the report sums both. Query for affected desks is in
        the gist "Invoices: useful queries". 38 desks.`,
      ),
      reply(
        'jonas',
        '9d22h',
        `You are right, and thank you for the exact numbers: a return after payment is booked twice *in the report*, the ledger
        itself is correct. The repair is in test. I have attached your quarter recalculated by hand; would you check that it
        agrees with yours?`,
      ),
    ],
  },
  {
    number: 1049,
    opened: '8h40m',
    subject: 'Scheduled report did not arrive this morning',
    customer: 'Beatriz Quiroga <beatriz@quiroga-hilados.example>',
    assignee: 'mara',
    tags: ['reports', 'email'],
    text: `Buenos días, el informe de ventas que llega todos los días a las 7:00 hoy no ha llegado. Ayer sí. Lo necesito para la
      reunión de las 12.`,
    thread: [
      reply(
        'mara',
        '8h10m',
        `Buenos días, Beatriz: el envío de las 7:00 quedó en cola por un retraso en nuestro servidor de correo. Lo he enviado
        ahora a mano, ¿le ha llegado?`,
      ),
      customer('7h50m', `Ahora sí, gracias. ¿Mañana llegará solo?`),
    ],
  },
  {
    number: 969,
    opened: '29d',
    closed: '24d',
    subject: 'Report for the organic certificate',
    customer: 'Matteo Gallo <matteo@pastificio-gallo.example>',
    assignee: 'ines',
    tags: ['reports'],
    text: `Our inspector wants, per lot of flour: supplier, certificate number, amount in, amount used, amount left. We have all of
      it in Tallywright, but in four places.`,
    thread: [
      reply(
        'ines',
        '28d20h',
        `Ciao Matteo, the *Lot trace* report has all but the certificate number. If you add that as a custom field on the supplier,
        it appears as a column by itself.`,
      ),
      customer('26d', `Found and added. Can it be grouped by supplier?`),
      reply(
        'ines',
        '25d21h',
        `Yes: drag the column head *Supplier* to the bar above the table. The grouping is kept in the PDF.`,
      ),
      customer('24d1h', `The inspection was yesterday, no remarks. Grazie mille!`),
      note(
        'ines',
        '24d',
        `Good case for the help centre: lot trace for inspections. Screenshots are in the shared folder.`,
      ),
    ],
  },
];
