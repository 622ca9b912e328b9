import { useParams } from '@tanstack/react-router';

/** Returns the id of the ticket in the URL; undefined if no ticket is open. */
export const useOpenTicketId = (): string | undefined => useParams({ strict: false }).ticketId;
