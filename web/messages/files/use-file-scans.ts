import { useQuery } from '@tanstack/react-query';
import type { Message } from '#contract';
import { type FileScans, fileScans } from './queries.ts';

/** Returns the scan states of the files that are not served. Undefined until loaded, or if the thread has no files. */
export function useFileScans(ticketId: string, messages: readonly Message[] = []): FileScans | undefined {
  const hasFiles = messages.some(({ attachments }) => attachments.length > 0);
  return useQuery({ ...fileScans(ticketId), enabled: hasFiles }).data;
}
