import type { ExtraProps } from 'react-markdown';

export type Element = NonNullable<ExtraProps['node']>;
export type Content = Element['children'][number];
export type Root = { type: 'root'; children: Content[] };

export const isElement = (node: Content | undefined): node is Element => node?.type === 'element';

export const getTextContent = (node: Content): string =>
  node.type === 'text' ? node.value : 'children' in node ? node.children.map(getTextContent).join('') : '';
