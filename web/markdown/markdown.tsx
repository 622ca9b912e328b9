import { type ComponentProps, memo, type ReactNode } from 'react';
import ReactMarkdown, { type Components, defaultUrlTransform, type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { isFormattable } from '#contract/is-formattable';
import { parseReference } from '../files/find-inline-pictures.ts';
import { InlinePicture } from '../files/inline-picture.tsx';
import { Anchor } from './anchor.tsx';
import { CodeBlock } from './code-block.tsx';
import { type Content, type Element, getTextContent, isElement, type Root } from './hast.ts';
import css from './markdown.module.css';
import { collapseQuotedTail } from './quoted-tail.ts';

type MarkdownProps = {
  text: string;
  /** Prefix of the footnotes' element ids. */
  id: string;
};

/**
 * Renders Markdown without raw HTML. Links with unsafe URL schemes become plain text. Pictures become links, except for
 * files of the message. Texts that are too deeply nested or too expensive to render are shown as plain text.
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
    rehypePlugins: [collapseQuotedTail, [labelFootnotes, id]],
    skipHtml: true,
    urlTransform: (url, name) => (name === 'src' && parseReference(url) !== null ? url : defaultUrlTransform(url)),
  };
  try {
    // ReactMarkdown is a pure function. Calling it directly allows catching its errors.
    return ReactMarkdown(options);
  } catch {
    return null;
  }
}

/** Rehype plugin that makes the id of the footnotes' heading unique. */
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

/** Reads the language of a code block from its class: `language-ts`. */
function Block({ node }: { node?: Element | undefined }) {
  const code = node?.children.find(isElement);
  if (!code) return null;
  const language = /language-(\S+)/.exec(String(code.properties['className'] ?? ''))?.[1] ?? null;
  return <CodeBlock text={getTextContent(code).replace(/\n$/, '')} language={language} />;
}

/** Shows a picture of the message. Any other picture is a link: loading it would reveal the reader to its host. */
function Picture({ src, alt = '' }: ComponentProps<'img'>) {
  const href = typeof src === 'string' ? src : undefined;
  const id = href === undefined ? null : parseReference(href);
  if (id !== null) return <InlinePicture id={id} alt={alt} />;
  return (
    <Anchor href={href} text={alt}>
      {alt || 'Picture'}
    </Anchor>
  );
}

const components: Components = {
  a: ({ node, href, children, ...rest }) => (
    <Anchor href={href} text={node ? getTextContent(node) : ''} isFootnote={isFootnote(rest)} id={rest.id}>
      {children}
    </Anchor>
  ),
  img: ({ src, alt }) => <Picture src={src} alt={alt} />,
  pre: ({ node }) => <Block node={node} />,
  code: ({ children }) => <code dir="ltr">{children}</code>,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
    // biome-ignore lint/a11y/useSemanticElements: a named section is a landmark, and a page has many tables
    <div className={css.table} role="group" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  input: ({ checked }) => <input type="checkbox" disabled checked={checked} aria-label={checked ? 'Done' : 'To do'} />,
  // The page itself uses h1 and h2.
  h1: 'h3',
  h2: 'h3',
  h3: ({ id, children }) => <h3 id={id}>{children}</h3>,
};

const isFootnote = (properties: object): boolean =>
  'data-footnote-ref' in properties || 'data-footnote-backref' in properties;
