import { customer, note, reply, type SampleTicket } from './notation.ts';

/** Work orders, serial numbers and hours. */
export const productionTickets: SampleTicket[] = [
  {
    number: 1011,
    opened: '4d18h',
    subject: 'Recipe with waste: consumption is too low',
    customer: 'Andrej Horvat <andrej@horvat-stolarija.example>',
    assignee: 'ines',
    tags: ['production', 'stock'],
    text: `Our tables lose 18 % of the oak as offcuts. I entered *waste 18 %*, but the stock is reduced only by the net amount. After a
      month we lack 2.3 m³ in the shelf that exist in the program.`,
    thread: [
      reply(
        'ines',
        '4d14h',
        `Dobar dan Andrej, waste is booked when the work order is **finished**, not when it starts. Yours stay at "in progress" after
        delivery, so only the net amount goes out. Could you finish one old order and compare?`,
      ),
      customer(
        '3d21h',
        `Finished order 377, now the oak is right. There are 140 more. Is there a way to do it at once?`,
      ),
      note(
        'ines',
        '3d16h',
        `Bulk finish would book 140 corrections with today's date: wrong month for his books. Ask Jonas for a dated one.`,
      ),
      note(
        'jonas',
        '3d12h',
        `Can do with the date of delivery. Needs his written OK first, since it changes closed months.`,
      ),
    ],
  },
  {
    number: 978,
    opened: '18d',
    pending: true,
    subject: 'Serial numbers for bicycle frames',
    customer: 'Wout Janssens <wout@janssens-frames.example>',
    assignee: 'jonas',
    tags: ['production'],
    text: `We stamp year, week and a running number, like 2548-07. Can Tallywright count that by itself and begin again each week?`,
    thread: [
      reply(
        'jonas',
        '17d20h',
        `Hi Wout, yes, with the pattern \`{yy}{ww}-{n:2|week}\`: *n* has two digits and begins again each *week*. Try it under
        *Production › Serial numbers*, the preview shows the next five.`,
      ),
      customer('16d20h', `Preview is right. What happens in week 1 when the year changes in the middle of it?`),
      reply(
        'jonas',
        '16d18h',
        `Weeks follow ISO 8601: the week belongs to the year that holds its Thursday, and \`{yy}\` then is that year's too, so no
        number comes twice. Do your customs papers need the calendar year instead?`,
      ),
    ],
  },
  {
    number: 999,
    opened: '7d6h',
    subject: 'Wage hours exported with commas',
    customer: 'Ewa Lindgren <ewa@lindgren-svets.example>',
    priority: 'low',
    assignee: 'jonas',
    tags: ['time-clock', 'export'],
    text: `Our wage program wants 7.50 and gets 7,50. It then reads seven hundred and fifty hours. Nice for the welders, less so for
      us.`,
    thread: [
      reply(
        'jonas',
        '7d2h',
        `Hej Ewa, the file follows the desk's region. Which wage program is it? Some have a format of their own.`,
      ),
      customer('6d4h', `Lönegrund 9. It imports "PAXml" too, if you have that.`),
      note(
        'jonas',
        '6d',
        `We do, behind a flag since spring, tested with one desk so far. Good candidate for the second.`,
      ),
      reply(
        'jonas',
        '5d23h',
        `We have PAXml in a trial. I switched it on for your desk: *Time clock › Export › PAXml (trial)*.`,
      ),
      customer('5d2h', `Imported without a complaint. One thing: overtime arrives as normal hours.`),
    ],
  },
  {
    number: 991,
    opened: '10d20h',
    subject: 'Photos on work orders',
    customer: 'Kofi Mensah <kofi@mensah-upholstery.example>',
    assignee: 'jonas',
    tags: ['idea', 'production'],
    text: `A photo of the chair before we start would end many discussions about old scratches. Attaching a file works, but on the phone
      it takes seven taps.`,
    thread: [
      reply(
        'jonas',
        '10d16h',
        `Hello Kofi, the time clock app has a camera button in the work order since last month: two taps. Is the app on version 5.2
        or newer?`,
      ),
      customer('9d10h', `It was 4.9. Updated, and there is the button! It turns the photos sideways, though.`),
      note('jonas', '9d4h', `EXIF orientation is dropped when we shrink the picture. Ticket for the app team written.`),
      reply(
        'jonas',
        '9d3h',
        `The sideways photos are a mistake of ours; the app team has it. Turn the phone to landscape until then.`,
      ),
    ],
  },
];
