import type { ReactNode } from 'react';

const stroke = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.4,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

const round = { fill: 'currentColor', stroke: 'currentColor', strokeLinejoin: 'round' } as const;

/** Draws a priority as three bars of which `full` are filled. */
function bars(full: number): ReactNode {
  const all = ['M2.5 9.5h2v4h-2z', 'M7 6h2v7.5h-2z', 'M11.5 2.5h2v11h-2z'];
  return (
    <>
      <path {...round} d={all.slice(0, full).join('')} />
      {full < all.length && <path {...round} d={all.slice(full).join('')} opacity="0.28" />}
    </>
  );
}

/** Our icons on a 16 × 16 grid, in the text colour. A string is the data of a path, whose outline is drawn. */
const shapes = {
  eye: 'M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8zM8 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
  'star-outline': 'M8 2.2l1.7 3.7 4 .48-2.96 2.74.8 3.97L8 11.1l-3.54 1.99.8-3.97L2.3 6.38l4-.48z',
  inbox:
    'M2 9.5h3l1 2h4l1-2h3M2 9.5 3.8 3.6A1 1 0 0 1 4.8 3h6.4a1 1 0 0 1 1 .6L14 9.5V12a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1z',
  bell: 'M3.6 11.4c.9-.9 1.2-2 1.2-4.2a3.2 3.2 0 0 1 6.4 0c0 2.2.3 3.3 1.2 4.2zM6.7 13.6h2.6',
  at: 'M10.3 8a2.3 2.3 0 1 1-4.6 0 2.3 2.3 0 0 1 4.6 0v1a1.7 1.7 0 0 0 3.4 0V8a5.7 5.7 0 1 0-2.3 4.6',
  person: 'M8 2.8a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2zM3 13.4c.6-2.5 2.6-3.8 5-3.8s4.4 1.3 5 3.8',
  people:
    'M6.2 3.2a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6zM1.9 13c.4-2.2 2.1-3.3 4.3-3.3s3.9 1.1 4.3 3.3M10.6 3.5a2.1 2.1 0 0 1 0 4M12 10.1c1.2.5 1.9 1.4 2.1 2.9',
  clock: 'M8 2.2a5.8 5.8 0 1 1 0 11.6A5.8 5.8 0 0 1 8 2.2zM8 4.8V8l2.2 1.4',
  check: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM5.4 8.2l1.8 1.8 3.4-3.8',
  file: 'M4 1.8h5l3.2 3.2v8.4a.8.8 0 0 1-.8.8H4a.8.8 0 0 1-.8-.8V2.6a.8.8 0 0 1 .8-.8zM8.8 2v3.2h3.2',
  paperclip: 'M13 7.4 7.9 12.5a3 3 0 0 1-4.3-4.2l5.3-5.3a2 2 0 0 1 2.9 2.8L6.6 11a1 1 0 0 1-1.4-1.4l4.7-4.7',
  picture:
    'M3 2.6h10a.8.8 0 0 1 .8.8v9.2a.8.8 0 0 1-.8.8H3a.8.8 0 0 1-.8-.8V3.4a.8.8 0 0 1 .8-.8zM2.6 11.4l3.2-3.2 2.4 2.2 2.2-2.2 3 3M6 5.9h.01',
  archive: 'M2.4 3h11.2v3H2.4zM3.2 6v6.6a.8.8 0 0 0 .8.8h8a.8.8 0 0 0 .8-.8V6M6.6 8.8h2.8',
  download: 'M8 2.6v7.6M4.8 7.4 8 10.6l3.2-3.2M2.8 13.2h10.4',
  snippet:
    'M4 1.8h5l3.2 3.2v8.4a.8.8 0 0 1-.8.8H4a.8.8 0 0 1-.8-.8V2.6a.8.8 0 0 1 .8-.8zM6.7 6.6 5.1 8.5l1.6 1.9M8.7 6.6l1.6 1.9-1.6 1.9',
  bubble: 'M2.2 3.6a1 1 0 0 1 1-1h9.6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H7.4L4.6 13v-2.4H3.2a1 1 0 0 1-1-1z',
  stack: 'M2.5 5.2 8 2.5l5.5 2.7L8 8zM2.5 8.2 8 11l5.5-2.8M2.5 11l5.5 2.7 5.5-2.7',
  mail: 'M2.6 3.4h10.8a.8.8 0 0 1 .8.8v7.6a.8.8 0 0 1-.8.8H2.6a.8.8 0 0 1-.8-.8V4.2a.8.8 0 0 1 .8-.8zM2.2 4.8 8 8.8l5.8-4',
  plus: 'M8 3.4v9.2M3.4 8h9.2',
  cross: 'm4.4 4.4 7.2 7.2M11.6 4.4l-7.2 7.2',
  up: 'M8 13V3.4M4 7.2l4-4 4 4',
  down: 'M8 3v9.6M4 8.8l4 4 4-4',
  'chevron-up': 'M4.4 9.8 8 6.2l3.6 3.6',
  'chevron-down': 'M4.4 6.2 8 9.8l3.6-3.6',
  back: 'M9.8 3.6 5.4 8l4.4 4.4',
  forward: 'M9.4 3.6 13 7.2l-3.6 3.6M12.8 7.2H6.2a3.4 3.4 0 0 0-3.4 3.4v1.8',
  menu: 'M2.6 4.4h10.8M2.6 8h10.8M2.6 11.6h10.8',
  copy: 'M5.6 5.6V3.2a.8.8 0 0 1 .8-.8h6.4a.8.8 0 0 1 .8.8v6.4a.8.8 0 0 1-.8.8h-2.4M3.2 5.6h6.4a.8.8 0 0 1 .8.8v6.4a.8.8 0 0 1-.8.8H3.2a.8.8 0 0 1-.8-.8V6.4a.8.8 0 0 1 .8-.8z',
  pencil: 'm3 13 .7-2.9 6.9-6.9a1 1 0 0 1 1.4 0l.8.8a1 1 0 0 1 0 1.4L5.9 12.3zM9.4 4.4l2.2 2.2',
  trash: 'M3 4.4h10M6.4 4.2V3h3.2v1.2M4.4 4.6l.5 8a.8.8 0 0 0 .8.8h4.6a.8.8 0 0 0 .8-.8l.5-8M6.8 7v4M9.2 7v4',
  link: 'M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2.3-2.3a2.6 2.6 0 0 0-3.7-3.7l-.9.9M9.2 6.8a2.6 2.6 0 0 0-3.7 0L3.2 9.1a2.6 2.6 0 0 0 3.7 3.7l.9-.9',
  printer:
    'M4.6 6V2.6h6.8V6M4.6 11.6H3.2a.8.8 0 0 1-.8-.8V6.8A.8.8 0 0 1 3.2 6h9.6a.8.8 0 0 1 .8.8v4a.8.8 0 0 1-.8.8h-1.4M4.6 9.4h6.8v4H4.6z',
  terminal: 'm3 4.6 3.4 3.4L3 11.4M8.4 11.6H13',
  sun: 'M8 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6zM8 1.6v1.2M8 13.2v1.2M1.6 8h1.2M13.2 8h1.2M3.5 3.5l.8.8M11.7 11.7l.8.8M12.5 3.5l-.8.8M4.3 11.7l-.8.8',
  moon: 'M13.2 9.6A5.6 5.6 0 0 1 6.4 2.8a5.6 5.6 0 1 0 6.8 6.8z',
  screen: 'M2.8 3h10.4a.8.8 0 0 1 .8.8v6.4a.8.8 0 0 1-.8.8H2.8a.8.8 0 0 1-.8-.8V3.8a.8.8 0 0 1 .8-.8zM6 13.4h4',
  sliders: 'M2.4 4.8h5.2M11.2 4.8h2.4M2.4 11.2h2.4M8.4 11.2h5.2M9.4 3.2v3.2M6.6 9.6v3.2',
  keyboard:
    'M2.4 4h11.2a.8.8 0 0 1 .8.8v6.4a.8.8 0 0 1-.8.8H2.4a.8.8 0 0 1-.8-.8V4.8a.8.8 0 0 1 .8-.8zM4.4 6.8h.01M6.8 6.8h.01M9.2 6.8h.01M11.6 6.8h.01M5.2 9.4h5.6',
  apps: 'M3 3h4v4H3zM9 9h4v4H9zM9 3h4v4H9zM3 9h4v4H3z',
  external: 'M6.4 3.6H3.6a.8.8 0 0 0-.8.8v8a.8.8 0 0 0 .8.8h8a.8.8 0 0 0 .8-.8V9.6M9 2.8h4.2V7M13 3 7.4 8.6',
  'sign-out': 'M6.4 2.8H3.8a.8.8 0 0 0-.8.8v8.8a.8.8 0 0 0 .8.8h2.6M10.2 4.8 13.4 8l-3.2 3.2M13.2 8H6.4',
  alert: 'M8 2.4 14.4 13.4H1.6zM8 6.6v3.2M8 11.6v.1',
  refresh: 'M13 8a5 5 0 1 1-1.6-3.7M11.6 1.8v2.7H8.9',
  shield: 'M8 1.9 12.8 3.6v4.2c0 3-1.9 5.1-4.8 6.3-2.9-1.2-4.8-3.3-4.8-6.3V3.6zM5.9 7.8l1.5 1.5 2.8-3',
  lock: 'M4.2 7.2h7.6a.8.8 0 0 1 .8.8v4.4a.8.8 0 0 1-.8.8H4.2a.8.8 0 0 1-.8-.8V8a.8.8 0 0 1 .8-.8zM5.4 7.2V5.4a2.6 2.6 0 0 1 5.2 0v1.8',
  tag: 'M2.6 3.4v4l5.8 5.8a.9.9 0 0 0 1.3 0l3.5-3.5a.9.9 0 0 0 0-1.3L7.4 2.6h-4a.8.8 0 0 0-.8.8zM5.4 5.4h.01',
  star: (
    <path fill="currentColor" d="M8 1.4l1.95 4.2 4.6.55-3.4 3.15.9 4.55L8 11.6l-4.05 2.25.9-4.55-3.4-3.15 4.6-.55z" />
  ),
  more: (
    <path
      fill="currentColor"
      d="M3.4 6.8a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4zM8 6.8a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4zM12.6 6.8a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4z"
    />
  ),
  open: <circle {...stroke} strokeWidth="1.8" cx="8" cy="8" r="5.6" />,
  half: (
    <>
      <circle {...stroke} strokeWidth="1.8" cx="8" cy="8" r="5.6" />
      <path d="M8 4.6a3.4 3.4 0 0 1 0 6.8z" fill="currentColor" />
    </>
  ),
  search: <path {...stroke} strokeWidth="1.5" d="M7 2.6a4.4 4.4 0 1 1 0 8.8 4.4 4.4 0 0 1 0-8.8zM10.4 10.4l3.2 3.2" />,
  urgent: (
    <>
      <rect x="1.5" y="1.5" width="13" height="13" rx="3" fill="currentColor" />
      <path d="M8 4.4v4.4M8 11.1v.4" stroke="var(--surface)" strokeWidth="1.8" strokeLinecap="round" />
    </>
  ),
  high: bars(3),
  normal: bars(2),
  low: bars(1),
  tick: <path {...stroke} strokeWidth="1.6" d="m3.6 8.4 3 3 5.8-6.6" />,
  dots: <path {...stroke} strokeWidth="1.8" d="M3.6 8h.01M8 8h.01M12.4 8h.01" />,
} as const satisfies Record<string, ReactNode>;

export type IconName = keyof typeof shapes;

type IconProps = { name: IconName; size?: number; className?: string | undefined };

/** A decorative icon beside text. `size` in pixels. */
export function Icon({ name, size = 16, className }: IconProps) {
  const shape = shapes[name];
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      {typeof shape === 'string' ? <path {...stroke} d={shape} /> : shape}
    </svg>
  );
}
