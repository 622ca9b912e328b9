import { type Template, templates } from './template.ts';
import { fills } from './vocabulary.ts';

/** What a generated ticket can be about, and the texts it is put together from. */
export type Theme = {
  tags: readonly string[];
  subjects: readonly Template[];
  /** What happened. */
  openings: readonly Template[];
  /** More about it, for the description or a later message of the customer. */
  details: readonly Template[];
  /** What an agent answers. */
  answers: readonly Template[];
};

type Texts = Record<'subjects' | 'openings' | 'details' | 'answers', readonly string[]>;

const theme = (tags: readonly string[], { subjects, openings, details, answers }: Texts): Theme => ({
  tags,
  subjects: templates(fills, subjects),
  openings: templates(fills, openings),
  details: templates(fills, details),
  answers: templates(fills, answers),
});

/** The most frequent first. */
export const themes: readonly Theme[] = [
  theme(['billing', 'refund', 'card', 'vat'], {
    subjects: [
      'Invoice {invoice} was charged twice',
      'Wrong amount on the {month} invoice',
      'Refund for {invoice}',
      'Card declined when paying {invoice}',
    ],
    openings: [
      'Our card was charged {amount} two times on {weekday}, but there is only one order, {order}.',
      'The invoice {invoice} shows {amount}. We agreed on {percent} % less.',
      'I tried to pay {invoice} on {weekday} at {clock} and got `{code}`.',
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
    subjects: [
      'Label for {order} is cut off',
      '{carrier} refuses the parcel to {city}',
      'Tracking number missing for {order}',
      'Printer prints {count} blank labels',
    ],
    openings: [
      'The label for order {order} misses the postcode since the update to {version}.',
      '{carrier} did not take the parcel to {city}: the form lists a {article} without a weight.',
      'Since {weekday} every label for {carrier} comes out twice.',
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
    subjects: [
      'Stock of {article} is wrong after counting',
      'Recipe for {article} books too much {other}',
      'Purchase order for {article} sent twice',
      '{article} shows {count} pieces, shelf is empty',
    ],
    openings: [
      'We counted {count} pieces of {article}, and Tallywright shows {many}.',
      'The work order for {article} takes {percent} % too much {other}.',
      'The supplier in {city} received our order for {article} two times.',
    ],
    details: [
      'The history says "correction" at {clock}, but nobody was here.',
      'It began after the update to {version}.',
      'The same happened with {article} in {month}.',
    ],
    answers: [
      'Two counts were saved within one minute. I took the second one back; {article} is at the right number again.',
      'Waste is booked when the work order is finished. Could you finish {order} and look again?',
      'I see the duplicate. The order with {status} is the right one, the other I have cancelled.',
    ],
  }),
  theme(['sso', 'email', 'account', '2fa'], {
    subjects: [
      'Cannot sign in since {weekday}',
      'Reset mail does not arrive in {city}',
      'Invitation for a colleague expired',
      '{browser} signs me out all the time',
    ],
    openings: [
      'Since {clock} nobody in {city} can sign in. The page says `{code}`.',
      'The reset mail did not arrive, also not in spam. I asked for it {count} times.',
      '{browser} forgets me after some minutes, on every computer in {city}.',
    ],
    details: [
      'With the phone outside the office it works.',
      'We are {count} people and the truck for {city} waits.',
      'Nothing changed here except {browser}, which updated itself.',
    ],
    answers: [
      'Your identity provider runs fast by {count} seconds. I raised the limit until its clock is corrected.',
      'The mail server of yours refused our mail at {clock}. I sent a new link to your second address.',
      'Could you try once in a private window of {browser}?',
    ],
  }),
  theme(['export', 'reports', 'csv', 'accounting'], {
    subjects: [
      'Export of {month} stops at {many} rows',
      'Report for {article} does not match',
      'CSV opens with broken letters',
      'Scheduled report missing on {weekday}',
    ],
    openings: [
      'The export for {month} ends after {many} rows without a message.',
      'The report says {amount} for {article}, the ledger says more.',
      'The report of {weekday}, {clock}, did not come.',
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
    subjects: [
      'Webhook for {order} arrives late',
      'API answers `{code}` for {article}',
      'Connector imports {order} twice',
      'Token expires during the sync',
    ],
    openings: [
      'We receive `order.updated` for {order} as {status} although it is {status} since {clock}.',
      'Our sync of {many} articles stops with `{code}` near {article}.',
      'The connector created {order} two times, both {status}.',
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
    subjects: [
      'Please add a field for {article}',
      'Idea: sort orders by {carrier}',
      'Photo of the {article} on the work order',
      'Wish: reminder before {weekday}',
    ],
    openings: [
      'It would help us to see the {article} on the packing list.',
      'We plan by {carrier} and would like to sort by it.',
      'A reminder at {clock} on {weekday} would save us a lot of calls.',
    ],
    details: [
      'Today we keep it in a spreadsheet with {many} lines.',
      'Our people in {city} ask for it every week.',
      'No hurry at all.',
    ],
    answers: [
      'Thank you, I added your case to the wish, which {count} others share.',
      'A part of it exists: *Settings › Lists › Columns*. Does that do?',
      'This comes with version {version}; I will write to you when it is there.',
    ],
  }),
];

/** Internal notes that fit any theme. */
export const notes: readonly Template[] = templates(fills, [
  'Seen before with {order}; the same cause as then.',
  'Reproduced in the test desk with version {version}.',
  'Waiting for {carrier} to call back, at the latest on {weekday}.',
  'Log: `{clock} {code}`, {count} times in an hour. Engineering knows.',
  'Customer is friendly but in a hurry. Please look again on {weekday}.',
]);
