import type { ExtraProps } from 'react-markdown';

/** An element of the hast tree. */
export type Element = NonNullable<ExtraProps['node']>;
/** A child of an element. */
export type Content = Element['children'][number];
export type Root = { type: 'root'; children: Content[] };

export const isElement = (node: Content | undefined): node is Element => node?.type === 'element';

/** Returns the text content of a node. */
export const getTextContent = (node: Content): string =>
  node.type === 'text' ? node.value : 'children' in node ? node.children.map(getTextContent).join('') : '';
