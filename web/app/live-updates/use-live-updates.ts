import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { usePerson } from '../../session/person.ts';
import { createPoll } from './apply-events.ts';
import { startPolling } from './polling.ts';

/** Keeps the page up to date by polling. */
export function useLiveUpdates(): void {
  const client = useQueryClient();
  const { id } = usePerson();
  useEffect(() => startPolling(window, createPoll(client, id)), [client, id]);
}
