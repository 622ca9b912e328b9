import { useQueryClient } from '@tanstack/react-query';
import type { Ticket } from '#contract';
import { useAction } from '../keyboard/use-action.ts';
import { formatCurlCommand } from '../list/curl-command.ts';
import { threadQuery } from '../messages/queries.ts';
import { usePersonName } from '../people/use-people.ts';
import { useApiUrl } from '../session/queries.ts';
import { copyToClipboard } from '../toasts/copy-to-clipboard.ts';
import { showFailure } from '../toasts/toast-store.ts';
import { formatTicketAsMarkdown } from './format-markdown.ts';
import { getTicketUrl } from './ticket-url.ts';

/** Registers the actions that copy a ticket: as a link, as Markdown, and as curl. */
export function useCopyTicket(ticket: Ticket): void {
  const client = useQueryClient();
  const getName = usePersonName();
  const url = getTicketUrl(ticket.id);
  const command = formatCurlCommand(`${useApiUrl()}/v1/tickets/${encodeURIComponent(ticket.id)}`);
  const copyMarkdown = async (): Promise<void> => {
    try {
      const messages = await client.ensureQueryData(threadQuery(ticket.id));
      await copyToClipboard('Markdown', formatTicketAsMarkdown({ ticket, messages, url, getName }));
    } catch (error) {
      showFailure('Couldn’t load the messages to copy', error, () => void copyMarkdown());
    }
  };
  useAction('ticket.link', () => void copyToClipboard('Link', url));
  useAction('ticket.markdown', () => void copyMarkdown());
  useAction('ticket.curl', () => void copyToClipboard('Command', command));
}
