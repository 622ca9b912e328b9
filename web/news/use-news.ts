import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { usePerson } from '../session/person.ts';
import { createNews } from './take-in.ts';
import { watchForNews } from './watch.ts';

/** Keeps the page up to date by polling. */
export function useNews(): void {
  const client = useQueryClient();
  const { id } = usePerson();
  useEffect(() => watchForNews(window, createNews(client, id)), [client, id]);
}
