import { type ComponentProps, memo, type ReactNode } from 'react';
import ReactMarkdown, { type Components, type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Anchor } from './anchor.tsx';
import { CodeBlock } from './code-block.tsx';
import { isFormattable } from './formattable.ts';
import css from './markdown.module.css';
import { foldQuotedTail } from './quoted-tail.ts';
import { type Content, type Element, isElement, type Root, textOf } from './tree.ts';

type MarkdownProps = {
  text: string;
  /** Of this text on the page: what its footnotes are called by. */
  id: string;
};

/**
 * Markdown without raw HTML; addresses other than http, https, mailto and the like lose their link, pictures are links.
 * What would take too long to format, or too deep for any stack, is shown as it was written.
 */
export const Markdown = memo(function Markdown({ text, id }: MarkdownProps) {
  return (
    <div className={css.markdown} dir="auto">
      {format(text, id) ?? <div className={css.plain}>{text}</div>}
    </div>
  );
});

function format(text: string, id: string): ReactNode {
  if (!isFormattable(text)) return null;
  const options: Options = {
    children: text,
    components,
    remarkPlugins: [remarkGfm],
    remarkRehypeOptions: { clobberPrefix: `${id}-`, footnoteLabelTagName: 'h3', footnoteLabelProperties: {} },
    rehypePlugins: [foldQuotedTail, [labelFootnotes, id]],
    skipHtml: true,
  };
  try {
    // A function of its options and nothing else: called here, what it throws is ours to catch.
    return ReactMarkdown(options);
  } catch {
    return null;
  }
}

/** The heading of the footnotes has the same id in every text; here it gets one of its own. A step of rehype. */
function labelFootnotes(id: string) {
  const visit = (node: Root | Content): void => {
    if (node.type === 'element') relabel(node, `${id}-footnotes`);
    if ('children' in node) node.children.forEach(visit);
  };
  return visit;
}

function relabel({ properties }: Element, label: string): void {
  if (properties['id'] === 'footnote-label') properties['id'] = label;
  if (properties['ariaDescribedBy']) properties['ariaDescribedBy'] = [label];
}

/** A block of code says its language in a class: `language-ts`. */
function Block({ node }: { node?: Element | undefined }) {
  const code = node?.children.find(isElement);
  if (!code) return null;
  const language = /language-(\S+)/.exec(String(code.properties['className'] ?? ''))?.[1] ?? null;
  return <CodeBlock text={textOf(code).replace(/\n$/, '')} language={language} />;
}

/** A picture would tell another host who reads this, when and from where: it is shown as the link it also is. */
const Picture = ({ src, alt }: ComponentProps<'img'>) => (
  <Anchor href={typeof src === 'string' ? src : undefined} words={alt ?? ''}>
    {alt || 'Picture'}
  </Anchor>
);

const components: Components = {
  a: ({ node, href, children, ...rest }) => (
    <Anchor href={href} words={node ? textOf(node) : ''} isFootnote={isFootnote(rest)} id={rest.id}>
      {children}
    </Anchor>
  ),
  img: ({ src, alt }) => <Picture src={src} alt={alt} />,
  pre: ({ node }) => <Block node={node} />,
  code: ({ children }) => <code dir="ltr">{children}</code>,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable for the keys that scroll
    // biome-ignore lint/a11y/useSemanticElements: a section with a name is a landmark, and a page has many tables
    <div className={css.table} role="group" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  input: ({ checked }) => (
    <input type="checkbox" disabled checked={checked} aria-label={checked ? 'Done' : 'To be done'} />
  ),
  // The page's own headings end above those of a message.
  h1: 'h3',
  h2: 'h3',
  h3: ({ id, children }) => <h3 id={id}>{children}</h3>,
};

const isFootnote = (properties: object): boolean =>
  'data-footnote-ref' in properties || 'data-footnote-backref' in properties;
