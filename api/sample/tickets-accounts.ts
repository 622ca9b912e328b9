import { customer, note, reply, type SampleTicket } from './notation.ts';

/** Seats, roles, teammates, moving and closing desks. */
export const accountTickets: SampleTicket[] = [
  {
    number: 1030,
    opened: '1d6h',
    subject: 'How do we move a seat to another teammate?',
    customer: 'Chen Wei <chen.wei@weiceramics.example>',
    text: `Our packer changes to another team and her replacement starts on Monday. We have five seats, all taken. Do I need to
      buy a sixth for the handover, or can I move hers without losing what she wrote?`,
  },
  {
    number: 1045,
    opened: '14h',
    subject: 'Merge two desks after buying a competitor',
    customer: 'Joana Figueiredo <joana@casa-figueiredo.example>',
    assignee: 'ines',
    tags: ['account', 'merge'],
    triage: { agent: 'mara', age: '13h30m' },
    text: `Olá! Comprámos a Cerâmica do Sado, que também usa o Tallywright. É possível juntar as duas contas? São cerca de
      1.900 clientes deles e 2.400 nossos, com alguns repetidos.`,
    thread: [
      reply(
        'ines',
        '13h10m',
        `Olá Joana, parabéns pela compra! Juntar é possível, mas não por um botão. Fazemos assim:

        1. exportamos a conta da Cerâmica do Sado
        2. marcamos os clientes repetidos pelo NIF
        3. importamos o resto na vossa conta, com o prefixo \`SADO-\` nos números

        As faturas antigas ficam na conta antiga, só para leitura. Serve?`,
      ),
      customer('11h30m', `Serve perfeitamente. O stock também vem, ou temos de o contar outra vez?`),
    ],
  },
  {
    number: 1001,
    opened: '7d3h',
    pending: true,
    subject: 'Accountant should see everything but change nothing',
    customer: 'Elif Demir <elif@demir-tekstil.example>',
    assignee: 'ines',
    tags: ['roles'],
    text: `Our external accountant needs invoices, payments and the stock value at the end of the year. With *Viewer* she does not
      see purchase prices, with *Office* she could delete things.`,
    thread: [
      reply(
        'ines',
        '6d23h',
        `Hi Elif, there is a role for that which is hidden until asked for: *Auditor* sees all numbers including purchase prices
        and can only export. It takes no paid seat. Shall I make it available in your desk?`,
      ),
      customer('6d2h', `Yes please, for muhasebe@kaya-denetim.example.`),
      reply(
        'ines',
        '6d',
        `It is there now: invite her under *People* with the role *Auditor*. Does she see what she needs?`,
      ),
    ],
  },
  {
    number: 962,
    opened: '55d',
    closed: '50d',
    subject: 'Close our account and delete the data',
    customer: 'Gareth Bowen <gareth@bowen-saddlery.example>',
    assignee: 'mara',
    tags: ['account', 'privacy'],
    text: `I retire at the end of the month and the saddlery closes. Please tell me how to get my data out and then delete all
      of it.`,
    thread: [
      reply(
        'mara',
        '54d20h',
        `Dear Gareth, all the best for what comes next. *Settings › Export everything* gives you one ZIP with PDFs of all invoices
        and CSV files of the rest. You must keep invoices for six years where you are, so store it somewhere safe.`,
      ),
      customer('52d', `Downloaded, 412 MB, I looked into it and it is all there. You may delete.`),
      note(
        'mara',
        '51d20h',
        `Identity checked by call back. Deletion set for the last day of the month, 30 days of grace.`,
      ),
      reply(
        'mara',
        '51d19h',
        `Deletion is set for the last day of the month. Until thirty days after that you can change your mind with one mail;
        then the backups are gone too. You will receive a confirmation.`,
      ),
      customer('50d4h', `Thank you for eleven good years without a lost invoice.`),
    ],
  },
  {
    number: 992,
    opened: '10d2h',
    subject: 'Change owner after a divorce',
    customer: 'Solveig Dahl <solveig@dahl-og-berg.example>',
    priority: 'high',
    assignee: 'mara',
    tags: ['account', 'legal'],
    triage: { agent: 'ines', age: '10d' },
    text: `The company is mine alone since this month, but the desk's owner is still my former husband and he does not answer.
      What do you need from me to change it?`,
    thread: [
      reply(
        'mara',
        '9d21h',
        `Dear Solveig, I need a current extract from the company register that names you as the only person who may sign. I then
        write to the present owner and wait five working days for an objection. Until then I can do nothing that would
        lock either of you out.`,
      ),
      customer('9d', `The extract is attached (Brønnøysund, three days old).`),
      note(
        'mara',
        '8d20h',
        `Extract verified online with the register. Letter to the owner sent, reply due in five working days.`,
      ),
      reply(
        'mara',
        '8d19h',
        `Received and checked. The five days run from today; I will write to you the morning after.`,
      ),
      customer('1d12h', `Today would be the morning after. Is there any news?`),
    ],
  },
  {
    number: 1013,
    opened: '4d15h',
    subject: 'Apprentices share one login',
    customer: 'Stefan Huber <stefan@huber-schmiede.example>',
    priority: 'low',
    assignee: 'ines',
    tags: ['seats'],
    text: `We have three apprentices who only book hours, five minutes a day. Three seats for that is a lot of money. May they
      share one?`,
    thread: [
      reply(
        'ines',
        '4d12h',
        `Servus Stefan, sharing works but then you can't tell who booked what. Better: the *Time clock* on a tablet, each with a
        four-digit code. It counts as **one** seat, however many people use it.`,
      ),
      customer('4d2h', `That sounds right. Where do I find it?`),
    ],
  },
  {
    number: 973,
    opened: '22d',
    closed: '21d8h',
    subject: 'Wrong company name after the import',
    customer: 'Ayumi Tanaka <ayumi@tanaka-paperworks.example>',
    assignee: 'ines',
    tags: ['account'],
    text: `Our name appears as "Tanaka Paperworks ?????" at the top. It should be "Tanaka Paperworks 田中紙業".`,
    thread: [
      reply(
        'ines',
        '21d20h',
        `Hello Ayumi, the file was read in the wrong encoding. I have set the name by hand; does it look right?`,
      ),
      customer('21d9h', `Yes, also on the PDF. ありがとうございます!`),
    ],
  },
  {
    number: 1051,
    opened: '5h20m',
    subject: 'Invoice goes to a colleague who left',
    customer: 'Sanne de Wit <sanne@dewit-keramiek.example>',
    tags: ['billing'],
    text: `The monthly invoice is still mailed to pieter@dewit-keramiek.example, who left in spring. I am an owner but I
      don't find where to change it. Can it go to facturen@dewit-keramiek.example?`,
  },
  {
    number: 1048,
    opened: '9h10m',
    subject: 'Trial ends on Friday, import not finished',
    customer: 'Paolo Ricci <paolo@ricci-biciclette.example>',
    assignee: 'mara',
    tags: ['trial', 'onboarding'],
    triage: { agent: 'ines', age: '9h' },
    text: `We like it, but our article list (4,000 parts with photos) needs another week. Could you prolong the trial?`,
    thread: [
      reply(
        'mara',
        '8h50m',
        `Ciao Paolo, gladly: your trial now runs two weeks longer. Is there something about the photos we can speed up?`,
      ),
      customer('4h30m', `They are named like the article numbers. Can I upload all of them as one ZIP?`),
    ],
  },
];
