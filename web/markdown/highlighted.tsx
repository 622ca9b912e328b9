import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { useMemo } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { lowlight } from './languages.ts';

/** Larger texts are shown as plain text, since highlighting would block the page. */
const limits = { characters: 50_000, nodes: 15_000 };

/** Code with syntax highlighting. Creates all elements itself, so the text cannot inject any. */
export default function Highlighted({ text, language }: { text: string; language: string }) {
  const name = language.toLowerCase();
  const shown = useMemo(() => {
    if (text.length > limits.characters || !lowlight.registered(name)) return text;
    const tree = lowlight.highlight(name, text);
    return countNodes(tree) > limits.nodes ? text : toJsxRuntime(tree, { Fragment, jsx, jsxs });
  }, [text, name]);
  return <code>{shown}</code>;
}

type Tree = ReturnType<typeof lowlight.highlight>;

const countNodes = (node: Tree | Tree['children'][number]): number =>
  'children' in node ? node.children.reduce((sum, child) => sum + countNodes(child), 1) : 1;
