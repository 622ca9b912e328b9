import type { SampleTicket } from './notation.ts';
import { accountTickets } from './tickets-accounts.ts';
import { apiTickets } from './tickets-api.ts';
import { billingTickets } from './tickets-billing.ts';
import { exportTickets } from './tickets-exports.ts';
import { ideaTickets } from './tickets-ideas.ts';
import { importTickets } from './tickets-import.ts';
import { invoiceTickets } from './tickets-invoices.ts';
import { labelTickets } from './tickets-labels.ts';
import { productionTickets } from './tickets-production.ts';
import { signInTickets } from './tickets-sign-in.ts';
import { stockTickets } from './tickets-stock.ts';

/**
 * The sample desk answers for Tallywright, a made-up program with which small workshops keep orders, stock and invoices.
 * Times are ages, so that the desk looks alive on the day it is first started.
 */
export const sampleTickets: readonly SampleTicket[] = [
  billingTickets,
  invoiceTickets,
  signInTickets,
  accountTickets,
  exportTickets,
  apiTickets,
  labelTickets,
  stockTickets,
  productionTickets,
  ideaTickets,
  importTickets,
].flat();
