import type { ExtraProps } from 'react-markdown';

/** An element of the tree that markdown becomes before it becomes elements of the page. */
export type Element = NonNullable<ExtraProps['node']>;
/** What an element may hold. */
export type Content = Element['children'][number];
/** The whole of it. */
export type Root = { type: 'root'; children: Content[] };

export const isElement = (node: Content | undefined): node is Element => node?.type === 'element';

/** The letters in it. */
export const textOf = (node: Content): string =>
  node.type === 'text' ? node.value : 'children' in node ? node.children.map(textOf).join('') : '';
