import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { parseSearch, stringifySearch } from './address.ts';
import { Broken } from './broken.tsx';
import { Desk } from './desk.tsx';
import { readGistFilter } from './gists/filter.ts';
import { loadLater } from './load-later.ts';
import { NotFound } from './not-found.tsx';
import { OpenedSkeleton, RoomSkeleton } from './room-skeleton.tsx';
import { SignedIn } from './session/signed-in.tsx';
import { readFilter } from './tickets/filter/filter.ts';
import { openView } from './tickets/filter/views.ts';
import { Inbox } from './tickets/inbox.tsx';
import { NoTicket } from './tickets/no-ticket.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

/** Last page of a sign-in in a popup. */
const signedIn = createRoute({ getParentRoute: () => root, path: '/signed-in', component: SignedIn });

/** Layout of all pages that require a session. */
const desk = createRoute({ getParentRoute: () => root, id: 'desk', component: Desk });

const home = createRoute({
  getParentRoute: () => desk,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/tickets', search: openView.filter, replace: true });
  },
});

const tickets = createRoute({
  getParentRoute: () => desk,
  path: '/tickets',
  validateSearch: readFilter,
  component: Inbox,
});
const allTickets = createRoute({ getParentRoute: () => tickets, path: '/', component: NoTicket });
const closedTickets = createRoute({ getParentRoute: () => tickets, path: 'recently_closed', component: NoTicket });
const ticket = createRoute({
  getParentRoute: () => tickets,
  path: '$ticketId',
  pendingComponent: OpenedSkeleton,
  component: lazyRouteComponent(
    loadLater(() => import('./tickets/ticket.tsx')),
    'TicketPage',
  ),
});

const drafts = createRoute({
  getParentRoute: () => desk,
  path: '/drafts',
  pendingComponent: RoomSkeleton,
  component: lazyRouteComponent(
    loadLater(() => import('./drafts/drafts-page.tsx')),
    'DraftsPage',
  ),
});

const gists = createRoute({
  getParentRoute: () => desk,
  path: '/gists',
  validateSearch: readGistFilter,
  pendingComponent: RoomSkeleton,
  component: lazyRouteComponent(
    loadLater(() => import('./gists/gists.tsx')),
    'Gists',
  ),
});
const noGist = createRoute({
  getParentRoute: () => gists,
  path: '/',
  component: lazyRouteComponent(
    loadLater(() => import('./gists/no-gist.tsx')),
    'NoGist',
  ),
});
const gist = createRoute({
  getParentRoute: () => gists,
  path: '$gistId',
  pendingComponent: OpenedSkeleton,
  component: lazyRouteComponent(
    loadLater(() => import('./gists/gist.tsx')),
    'GistPage',
  ),
});
const newGist = createRoute({
  getParentRoute: () => gists,
  path: 'new',
  pendingComponent: OpenedSkeleton,
  component: lazyRouteComponent(
    loadLater(() => import('./gists/edit/new-gist.tsx')),
    'NewGistPage',
  ),
});
const editGist = createRoute({
  getParentRoute: () => gists,
  path: '$gistId/edit',
  pendingComponent: OpenedSkeleton,
  component: lazyRouteComponent(
    loadLater(() => import('./gists/edit/edit-gist.tsx')),
    'EditGistPage',
  ),
});

const routeTree = root.addChildren([
  signedIn,
  desk.addChildren([
    home,
    drafts,
    tickets.addChildren([allTickets, closedTickets, ticket]),
    gists.addChildren([noGist, newGist, gist, editGist]),
  ]),
]);

/** All routes of the web app. Search parameters have the names and format of the API's. */
export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  scrollRestoration: false,
  defaultPreload: 'intent',
  // Loaded code renders within a millisecond; anything slower shows the placeholder.
  defaultPendingMs: 50,
  defaultPendingMinMs: 0,
  defaultErrorComponent: Broken,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
