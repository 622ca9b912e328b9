import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BackLink } from '../../list/back-link.tsx';
import detailPane from '../../list/detail-pane.module.css';
import { PageTitle } from '../../session/page-title.tsx';
import { ToastSpacer } from '../../toasts/toast-spacer.tsx';
import { CopyAsCurl } from '../copy-as-curl.tsx';
import settings from '../settings.module.css';
import css from './programs.module.css';

type ProgramsPaneProps = { title: string; apiPath: string; action: ReactNode; children: ReactNode };

/** The frame of the lists of programs and script tokens, with a tab for each. */
export const ProgramsPane = ({ title, apiPath, action, children }: ProgramsPaneProps) => (
  <section className={detailPane.pane} aria-label={title}>
    <PageTitle>{title}</PageTitle>
    <header className={detailPane.header}>
      <div className={detailPane.toolbar}>
        <BackLink label="Back to settings" to={{ to: '/settings' }} />
        <h1 className={settings.title}>{title}</h1>
        <span className={detailPane.actions}>
          <CopyAsCurl path={apiPath} />
          {action}
        </span>
      </div>
      <nav className={css.tabs} aria-label="Kinds of access">
        <Link to="/settings/programs" activeOptions={{ exact: true }} activeProps={{ 'aria-current': 'page' }}>
          Programs
        </Link>
        <Link to="/settings/programs/tokens" activeProps={{ 'aria-current': 'page' }}>
          Script tokens
        </Link>
      </nav>
    </header>
    <div className={settings.screen}>
      {children}
      <ToastSpacer under="page" />
    </div>
  </section>
);
