import { useParams } from '@tanstack/react-router';

export const useOpenTicket = (): string | undefined => useParams({ strict: false }).ticketId;
