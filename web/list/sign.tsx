import type { ReactNode } from 'react';

type SignProps = {
  /** In words, for who points at it and for who has the row read to them. */
  means: string;
  className: string | undefined;
  /** The colour of the drawing, where it has one of its own. */
  tint?: string;
  children: ReactNode;
};

/** What a row tells by a drawing. One element: words that are hidden beside it would cost as much as those that are seen. */
export function Sign({ means, className, tint, children }: SignProps) {
  return (
    <span role="img" aria-label={means} title={means} className={className} style={tint ? { color: tint } : undefined}>
      {children}
    </span>
  );
}
