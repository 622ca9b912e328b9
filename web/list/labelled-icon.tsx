import type { ReactNode } from 'react';

type LabelledIconProps = {
  /** The tooltip and accessible name. */
  label: string;
  className: string | undefined;
  /** The icon's colour; by default the text colour. */
  tint?: string;
  children: ReactNode;
};

/** An icon with a text alternative, in one element. Hidden text would cost as much layout as visible text. */
export function LabelledIcon({ label, className, tint, children }: LabelledIconProps) {
  return (
    <span role="img" aria-label={label} title={label} className={className} style={tint ? { color: tint } : undefined}>
      {children}
    </span>
  );
}
