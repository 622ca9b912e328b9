import { z } from 'zod';
import { line, withErrorName } from './fields.ts';
import { adminRoles, operation } from './operation.ts';

/** The parts of a check, in order. Each takes at most about 20 seconds, even if a server does not respond. */
export const checkParts = ['outbound', 'inbound', 'domain', 'test_mail', 'arrival'] as const;
export type CheckPart = (typeof checkParts)[number];

const testMailId = line(64, 1).regex(
  /^[0-9a-z]{8,10}-[0-9a-f]{12}(-plain)?$/,
  withErrorName('invalid_format', 'is not the id of a test mail'),
);

export const mailboxCheckSchema = z
  .strictObject({
    results: z.array(
      z.strictObject({
        name: z.string().meta({ description: 'Human-readable: what was checked.' }),
        state: z.enum(['ok', 'warning', 'failed', 'waiting', 'skipped']),
        response: z.string().nullable().meta({
          description:
            'The response of the server, or the DNS record: on one line, shortened to 500 characters, without the password.',
        }),
        advice: z.string().nullable().meta({ description: 'Human-readable: what to do; null without a problem.' }),
      }),
    ),
    test_mail_id: testMailId
      .nullable()
      .meta({ description: 'The id of the test mail, for `test_mail` and `arrival`; null for other parts.' }),
  })
  .meta({
    id: 'MailboxCheck',
    description: 'The results of one part of a check.',
    example: {
      results: [
        { name: 'Outgoing server', state: 'ok', response: '220 smtp.tallywright.example ESMTP', advice: null },
        {
          name: 'Outgoing server: sign-in',
          state: 'failed',
          response: '535 5.7.8 Authentication failed',
          advice: 'Enter the user and the password again.',
        },
      ],
      test_mail_id: null,
    },
  });
export type MailboxCheck = z.output<typeof mailboxCheckSchema>;
export type CheckResult = MailboxCheck['results'][number];

export const checkMailbox = operation('checkMailbox', 'PUT /mailboxes/{mailbox_id}/check', {
  description:
    'Checks one part. `outbound` and `inbound` connect to the servers and sign in. `domain` reads the DNS records that receivers check. `test_mail` sends a mail from the mailbox to itself. `arrival` then reports whether the mail with this `test_mail_id` arrived: repeat the request while a result is `waiting`. The test mail creates no ticket.',
  example: { part: 'outbound' },
  summary: 'Check whether a mailbox can send and receive mail',
  scope: 'settings:write',
  roles: adminRoles,
  hidden: true,
  body: z
    .strictObject({
      part: z.enum(checkParts),
      test_mail_id: testMailId.nullable().default(null).meta({ description: 'Required for `arrival`.' }),
    })
    .refine(({ part, test_mail_id: id }) => part !== 'arrival' || id !== null, {
      path: ['test_mail_id'],
      ...withErrorName('required', 'is required for arrival'),
    }),
  response: mailboxCheckSchema,
});
