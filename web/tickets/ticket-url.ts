/** Returns the URL of a ticket in the web app, without its list. */
export const getTicketUrl = (id: string): string => `${location.origin}/tickets/${encodeURIComponent(id)}`;
