import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { messageFields } from '#contract/messages';
import { agentName } from './load-people.ts';
import { readSampleFiles, type SampleFile, sampleAge } from './sample-files.ts';
import { customerAddress } from './sample-threads.ts';

/** The ticket of a conversation by email, created by the first mail. */
const sampleConversation = z.strictObject({ number: z.coerce.number().int(), text: z.literal('') });

/** A mail that arrives: the name of a file in `mails`. */
const arrivingMail = z.strictObject({ mail: z.string(), age: sampleAge, text: z.literal('') });

/** A reply by mail. Without a `response` it is captured; otherwise a mail server accepted it with this response. */
const mailedReply = z.strictObject({
  from: agentName,
  age: sampleAge,
  cc: customerAddress.optional(),
  state: z.literal('pending').optional(),
  response: z.string().optional(),
  text: messageFields.body,
});

export type ArrivingMail = z.output<typeof arrivingMail>;
export type MailedReply = z.output<typeof mailedReply>;
type SampleConversation = SampleFile<z.output<typeof sampleConversation>, ArrivingMail | MailedReply>;

/** Reads the tickets of the sample desk that came by email. */
export const readSampleConversations = (): SampleConversation[] =>
  readSampleFiles('mails', sampleConversation, z.union([arrivingMail, mailedReply]));

/** Reads a mail and replaces `{{date}}` and its other placeholders, whose values differ between desks. */
export const readSampleMail = (file: string, values: Readonly<Record<string, string>>): Buffer => {
  const source = readFileSync(new URL(`mails/${file}`, import.meta.url), 'utf8');
  const filled = source.replaceAll(/\{\{([a-z-]+)\}\}/g, (whole, name: string) => values[name] ?? whole);
  return Buffer.from(filled.replaceAll(/\r?\n/g, '\r\n'));
};
