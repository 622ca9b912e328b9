import { customer, note, reply, type SampleTicket } from './notation.ts';

/** Stock, purchasing, production and the machines of the workshop. */
export const stockTickets: SampleTicket[] = [
  {
    number: 1054,
    opened: '55m',
    subject: 'Stock went negative after counting',
    customer: 'Wanjiru Kamau <wanjiru@kamau-beadwork.example>',
    priority: 'high',
    tags: ['stock'],
    triage: { agent: 'ines', age: '15m' },
    text: `We counted everything last evening and entered the numbers. This morning 63 articles are below zero, for instance the red
      glass beads: counted 1,200, now -340. Orders of the night cannot be that many.`,
    thread: [
      customer(
        '20m',
        `I see now that every count is there **twice** in the history, once as "count" and once as "correction".`,
      ),
    ],
  },
  {
    number: 993,
    opened: '9d20h',
    pending: true,
    subject: 'Scale sends grams, we buy in ounces',
    customer: 'Callum Reid <callum@reid-silversmith.example>',
    assignee: 'jonas',
    tags: ['stock', 'units', 'hardware'],
    text: `The bench scale reports 31.1 and Tallywright books 31.1 troy ounces of silver. That was an expensive goods receipt on
      paper.`,
    thread: [
      reply(
        'jonas',
        '9d17h',
        `Hi Callum, the scale's driver has a unit of its own which overrides the article's: *Devices › Scale › Unit*. Set it to **g**
        and 31.1 becomes 1.000 ozt. I reversed yesterday's receipt of 31.1 ozt; please weigh once more.`,
      ),
      customer('8d20h', `1.000 ozt, lovely. Does it also understand pennyweight?`),
      reply(
        'jonas',
        '8d18h',
        `Add it under *Units*: 1 dwt = 1.55517384 g. Would you try it with a light piece, please?`,
      ),
    ],
  },
  {
    number: 1022,
    opened: '2d5h',
    subject: 'Purchase order mailed to the wrong supplier',
    customer: 'Nadia Bouzid <nadia@bouzid-tapis.example>',
    priority: 'high',
    assignee: 'ines',
    tags: ['purchasing'],
    triage: { agent: 'ines', age: '2d4h20m' },
    text: `Order PO-1182 for Laines du Rif was mailed to a competitor of theirs, with our prices. How can that happen? I chose the
      supplier from the list.`,
    thread: [
      reply(
        'ines',
        '2d4h',
        `Bonjour Nadia, that is serious, I look at nothing else now. Could you tell me whether you wrote the order new or copied an
        older one?`,
      ),
      customer('2d3h30m', `Copied PO-1094, which was for the other supplier, and changed the supplier.`),
      note(
        'jonas',
        '2d2h',
        `Reproduced: copy, change supplier, send *without saving first* → the contact of the old supplier is kept in the mail form.
        Four orders of three desks affected since the release. Hot fix in review.`,
      ),
      reply(
        'ines',
        '2d1h',
        `We found it: in a **copied** order the mail form keeps the former supplier's contact when you change the supplier and send at
        once. It is our mistake. A fix goes out today; until then please save the order before sending.`,
      ),
      customer('1d21h', `I appreciate the honest answer. I still need something in writing for Laines du Rif.`),
      reply(
        'ines',
        '1d18h',
        `Of course. Attached is a letter in French on our paper, signed by our managing director, which says that the fault was the
        program's. The fix is live since 17:00.`,
      ),
      customer('9h', `They accepted the letter, thank you. Please make sure that it stays fixed.`),
      note(
        'jonas',
        '8h30m',
        `Fix covered by a test for every mail form (orders, quotes, delivery notes). Post-mortem on Thursday.`,
      ),
    ],
  },
  {
    number: 989,
    opened: '11d20h',
    pending: true,
    subject: 'Reorder suggestions ignore the lead time',
    customer: 'Tuomas Virtanen <tuomas@virtanen-sauna.example>',
    assignee: 'ines',
    tags: ['purchasing', 'stock'],
    text: `Stones take nine weeks from Estonia. The list suggests them when the stock is at the minimum, that is nine weeks too late.`,
    thread: [
      reply(
        'ines',
        '11d16h',
        `Hei Tuomas, lead times count when *Purchasing › Settings › Plan ahead* is on. The point of reorder is then:

        > minimum + (sales per week × weeks of delivery)

        For your stones: 120 + 35 × 9 = **435**. Shall we try it for one supplier first?`,
      ),
      customer('10d20h', `435 is what I do in my head. Yes, with the stones first.`),
      reply(
        'ines',
        '10d18h',
        `It is on for *Eesti Kivi*. The first suggestion comes on Monday; does it look right to you?`,
      ),
    ],
  },
  {
    number: 966,
    opened: '36d',
    closed: '33d12h',
    subject: 'Two warehouses, one shelf label',
    customer: 'Camille Girard <camille@girard-luthier.example>',
    priority: 'low',
    assignee: 'ines',
    tags: ['stock', 'labels'],
    text: `The shelf labels show "B-04" for both our cellar and the shop. We mixed up spruce tops twice.`,
    thread: [
      reply(
        'ines',
        '35d20h',
        `Bonjour Camille, tick *Show warehouse* in the shelf label and the line reads "CAVE · B-04". Is that enough?`,
      ),
      customer('34d', `Better: could the cellar be printed in white on black?`),
      reply(
        'ines',
        '33d20h',
        `Yes: *Invert* for labels whose warehouse is "Cave", under *Conditions*. I made it for you as an example.`,
      ),
      customer('33d14h', `Parfait, now even I can't mix them up.`),
    ],
  },
  {
    number: 1015,
    opened: '4d1h',
    subject: 'Shop connector imports test orders',
    customer: 'Leo Marchetti <leo@marchetti-candele.example>',
    assignee: 'ines',
    tags: ['connector', 'orders'],
    text: `Every time our web agency tries the checkout, a real order appears in Tallywright and takes stock. This week it was 31
      candles that nobody bought.`,
    thread: [
      reply(
        'ines',
        '3d23h',
        `Ciao Leo, orders paid with the gateway's test card carry the mark \`test: true\`, and the connector can skip them:
        *Integrations › Shop › Ignore test orders*. It is off in desks opened before last year. Shall I switch it on?`,
      ),
      customer('3d18h', `Yes! And how do I get the 31 candles back into stock?`),
      reply(
        'ines',
        '3d17h',
        `Cancel the seven orders with *Return to stock* ticked. I filtered them for you: tag \`test-checkout\`.`,
      ),
      customer('3d6h', `Six went fine, A-3307 says "already invoiced".`),
    ],
  },
];
