import type { ComponentProps } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Code } from '../code/code.tsx';

/** Where a message leads is its author's choice: it opens apart, and learns nothing of us. */
const Anchor = ({ href, children }: ComponentProps<'a'>) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {children}
  </a>
);

/** A picture would tell another host who reads this, when and from where: it is shown as the link it also is. */
const Picture = ({ src, alt }: ComponentProps<'img'>) => (
  <a href={typeof src === 'string' ? src : undefined} target="_blank" rel="noopener noreferrer">
    {alt || 'Picture'}
  </a>
);

/** A block of code says its language in a class: `language-ts`. Inline code says none. */
const CodeOf = ({ className, children }: ComponentProps<'code'>) => (
  <Code text={String(children ?? '')} language={/language-(\S+)/.exec(className ?? '')?.[1] ?? null} />
);

const components: Components = {
  code: ({ className, children }) => <CodeOf className={className}>{children}</CodeOf>,
  a: ({ href, children }) => <Anchor href={href}>{children}</Anchor>,
  // The box of a task list, which has no words of its own.
  input: ({ checked = false }) => (
    <input type="checkbox" disabled checked={checked} aria-label={checked ? 'Done' : 'To be done'} />
  ),
  img: ({ src, alt }) => <Picture src={src} alt={alt} />,
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable for the keys that scroll
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
  // The page's own headings end above those of a message.
  h1: 'h3',
  h2: 'h3',
};

/** Markdown without raw HTML; addresses other than http, https, mailto and the like lose their link. */
export function Markdown({ text }: { text: string }) {
  return (
    <ReactMarkdown components={components} remarkPlugins={[remarkGfm]} skipHtml>
      {text}
    </ReactMarkdown>
  );
}
