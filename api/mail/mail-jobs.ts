import type { Queries } from '../database/database.ts';
import { tokenKeyName } from '../database/secret-names.ts';
import type { Handler } from '../jobs/handler.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { Stores } from '../stores.ts';
import type { MailParser } from './parse/mail-parser.ts';
import { createAddMailFiles } from './process/add-mail-files.ts';
import { createProcessMail } from './process/handler.ts';
import { createMailProcessor, type IncomingMailEffects } from './process/process-mail.ts';

export type MailJobDependencies = {
  stores: Stores;
  secrets: Secrets;
  parser: MailParser;
  deliveries: IncomingMailEffects;
};

/** Creates the handlers of incoming mail. */
export const createMailHandlers = (dependencies: MailJobDependencies): Handler[] => {
  const { stores, parser } = dependencies;
  return [
    createProcessMail({ mails: stores.mails, files: stores.files, parser, process: createProcessor(dependencies) }),
    createAddMailFiles({ ...stores, parser }),
  ];
};

/** Creates the function that stores the result of processing a mail. */
export const createProcessor = ({ stores, secrets, deliveries }: Omit<MailJobDependencies, 'parser'>) => {
  const readTokenKey = async (queries: Queries): Promise<Buffer | null> => {
    const key = await secrets.read(queries, tokenKeyName);
    return key === null ? null : Buffer.from(key, 'hex');
  };
  return createMailProcessor({ ...stores, readTokenKey, deliveries });
};
