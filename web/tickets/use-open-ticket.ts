import { useParams } from '@tanstack/react-router';

/** The id of the ticket in the address. */
export const useOpenTicket = (): string | undefined => useParams({ strict: false }).ticketId;
