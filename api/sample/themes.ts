import { parseTemplate, type Template } from './template.ts';

/** A topic of generated tickets and the texts from which they are composed. */
export type TicketTheme = {
  tags: readonly string[];
  problems: readonly (readonly [subject: Template, opening: Template])[];
  /** At least two texts for the description, or for a later message of the customer. */
  details: readonly Template[];
  answers: readonly Template[];
};

type Texts = {
  problems: readonly (readonly [subject: string, opening: string])[];
  details: readonly string[];
  answers: readonly string[];
};

const theme = (tags: readonly string[], { problems, details, answers }: Texts): TicketTheme => ({
  tags,
  problems: problems.map(([subject, opening]) => [parseTemplate(subject), parseTemplate(opening)]),
  details: details.map(parseTemplate),
  answers: answers.map(parseTemplate),
});

/** The themes of generated tickets, the most frequent first. */
export const ticketThemes: readonly TicketTheme[] = [
  theme(['billing', 'refund', 'card', 'vat'], {
    problems: [
      [
        'Invoice {invoice} was charged twice',
        'Our card was charged {amount} two times on {weekday}, but there is only one order, {order}.',
      ],
      ['Wrong amount on the {month} invoice', 'The invoice {invoice} shows {amount}. We agreed on {percent} % less.'],
      ['Refund for {invoice}', 'We sent the {article} of {invoice} back on {weekday}. When do we get the {amount}?'],
      ['Card declined when paying {invoice}', 'I tried to pay {invoice} on {weekday} at {clock} and got `{code}`.'],
    ],
    details: [
      'Our accountant closes {month} on {weekday}.',
      'The bank shows both charges as settled.',
      'The order was for {count} pieces, mostly {article}.',
      'The address in {city} is right, only the amount is wrong.',
    ],
    answers: [
      'You are right, the second charge was ours. {amount} is on its way back and arrives within five days.',
      'I have written a credit note for {invoice}; the corrected invoice is in your mailbox.',
      'Could you tell me the last four digits of the card and the day of the charge?',
    ],
  }),
  theme(['shipping', 'labels', 'customs', 'printing'], {
    problems: [
      ['Label for {order} is cut off', 'The label for order {order} lacks the postcode since the update to {version}.'],
      [
        '{carrier} refuses the parcel to {city}',
        '{carrier} did not take the parcel to {city}: the form lists a {article} without a weight.',
      ],
      [
        'Tracking number missing for {order}',
        'The mail about {order} says "tracking number: -". The parcel left with {carrier} on {weekday}.',
      ],
      [
        'Printer prints {count} blank labels',
        'Since {weekday} every label for {carrier} is followed by {count} blank ones.',
      ],
    ],
    details: [
      'It is about {count} parcels a day.',
      'On the old printer it works.',
      'The customer in {city} needs the {article} before {weekday}.',
    ],
    answers: [
      'Please choose *Actual size* in the print dialog and set the top margin to 2 mm.',
      'I corrected the customs data of {order} with {carrier}. New parcels take the weight from the article.',
      'Which printer is it, and does the preview show the whole label?',
    ],
  }),
  theme(['stock', 'production', 'purchasing', 'units'], {
    problems: [
      [
        'Stock of {article} is wrong after counting',
        'We counted {count} pieces of {article}, and Tallywright shows {many}.',
      ],
      [
        'Recipe for {article} books too much {other}',
        'The work order for {article} takes {percent} % too much {other}.',
      ],
      ['Purchase order for {article} sent twice', 'The supplier in {city} received our order for {article} two times.'],
      [
        '{article} shows {count} pieces, shelf is empty',
        'The list says {count} pieces of {article} in {city}. There is not a single one.',
      ],
    ],
    details: [
      'The history says "correction" at {clock}, but nobody was here.',
      'It began after the update to {version}.',
      'The same happened with {article} in {month}.',
    ],
    answers: [
      'Two counts were saved within one minute. I reverted the second count; {article} is at the right number again.',
      'Waste is booked when the work order is finished. Could you finish {order} and look again?',
      'I see the duplicate. The order with {status} is the right one, the other I have cancelled.',
    ],
  }),
  theme(['sso', 'email', 'account', '2fa'], {
    problems: [
      ['Cannot sign in since {weekday}', 'Since {clock} nobody in {city} can sign in. The page says `{code}`.'],
      [
        'Reset mail does not arrive in {city}',
        'The reset mail did not arrive, not even in spam. I asked for it {count} times.',
      ],
      [
        'Invitation for a colleague expired',
        'The invitation for our new colleague in {city} was opened on {weekday} and had expired.',
      ],
      [
        '{browser} signs me out all the time',
        '{browser} forgets me after {count} minutes, on every computer in {city}.',
      ],
    ],
    details: [
      'With the phone outside the office it works.',
      'We are {count} people and the truck for {city} waits.',
      'Nothing changed here except {browser}, which updated itself.',
    ],
    answers: [
      'Your identity provider runs fast by {count} seconds. I raised the limit until its clock is corrected.',
      'Your mail server rejected our mail at {clock}. I sent a new link to your second address.',
      'Could you try once in a private window of {browser}?',
    ],
  }),
  theme(['export', 'reports', 'csv', 'accounting'], {
    problems: [
      ['Export of {month} stops at {many} rows', 'The export for {month} ends after {many} rows without a message.'],
      [
        'Report for {article} does not match',
        'The report says {amount} for {article}, the ledger says {percent} % more.',
      ],
      [
        'CSV opens with broken letters',
        'The file with {many} articles opens with broken letters, and {article} is not the only one.',
      ],
      ['Scheduled report missing on {weekday}', 'The report of {weekday}, {clock}, did not come.'],
    ],
    details: [
      'The tax adviser waits for it.',
      'In {month} it was complete.',
      'The difference is {amount}, which is exactly {invoice}.',
    ],
    answers: [
      'The worker was restarted in between. I ran the export again; the file with {many} rows is in your mailbox.',
      'The report leaves out orders that are {status}. Tick them in the filter and the sums agree.',
      'Please import the file with the encoding UTF-8.',
    ],
  }),
  theme(['api', 'webhooks', 'connector', 'oauth'], {
    problems: [
      [
        'Webhook for {order} arrives late',
        'We receive `order.updated` for {order} as {status} although it left at {clock}.',
      ],
      ['API answers `{code}` for {article}', 'Our sync of {many} articles stops with `{code}` near {article}.'],
      ['Connector imports {order} twice', 'The connector created {order} two times, both {status}.'],
      [
        'Token expires during the sync',
        'The sync of {many} articles takes longer than the token lives. It stops at {clock}.',
      ],
    ],
    details: [
      'We use client version {version}.',
      'It happens about once in {count} calls.',
      'The log has nothing before {clock}.',
    ],
    answers: [
      'Deliveries may overtake each other. Please compare `sequence` and ignore the older one.',
      'Read pages of 100 and follow the `Link` header; that answers in well under a second.',
      'The token had expired at {clock}. Renew it when the answer is 401 and repeat the call.',
    ],
  }),
  theme(['idea', 'i18n', 'beta', 'mobile'], {
    problems: [
      ['Please add a field for {article}', 'It would help us to see the {article} on the packing list.'],
      ['Idea: sort orders by {carrier}', 'We plan by {carrier} and would like to sort by it.'],
      [
        'Photo of the {article} on the work order',
        'A photo of the {article} would end many discussions with our customers in {city}.',
      ],
      ['Wish: reminder before {weekday}', 'A reminder at {clock} on {weekday} would save us a lot of calls.'],
    ],
    details: [
      'Today we keep it in a spreadsheet with {many} lines.',
      'Our people in {city} ask for it every week.',
      'No hurry at all.',
    ],
    answers: [
      'Thank you, I added your case to the wish, which {count} others share.',
      'A part of it exists: *Settings › Lists › Columns*. Is that enough?',
      'This comes with version {version}; I will write to you when it is there.',
    ],
  }),
];

/** Internal notes that fit any theme. */
export const noteTemplates: readonly Template[] = [
  'Seen before with {order}; the same cause as then.',
  'Reproduced in the test desk with version {version}.',
  'Waiting for {carrier} to call back, at the latest on {weekday}.',
  'Log: `{clock} {code}`, {count} times in an hour. Engineering knows.',
  'Customer is friendly but in a hurry. Please look again on {weekday}.',
].map(parseTemplate);
