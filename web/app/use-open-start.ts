import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { usePerson } from '../session/person.ts';
import { storeStartChoice, useStartChoice } from '../storage/start-choice.ts';
import { useAfterFirstList } from '../tickets/list/use-after-first-list.ts';
import { ticketCount } from '../tickets/queries.ts';

/** Opens the start checklist once, for an administrator of a desk without tickets. */
export function useOpenStart(): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const wasNeverOpened = useStartChoice() === null;
  const isAfterFirstList = useAfterFirstList();
  const enabled = usePerson().role === 'admin' && wasNeverOpened && isAfterFirstList && pathname === '/tickets';
  const { data: tickets } = useQuery({ ...ticketCount({}), enabled });
  const isEmpty = enabled && tickets?.count === 0;
  useEffect(() => {
    if (!isEmpty) return;
    storeStartChoice('opened');
    void navigate({ to: '/settings/start' });
  }, [isEmpty, navigate]);
}
