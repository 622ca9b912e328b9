import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { useMemo } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import './highlighted.css';
import { lowlight } from './languages.ts';

/** Longer texts, and those of more pieces, are shown as they are: colouring them would hold up the page. */
const most = { characters: 50_000, pieces: 15_000 };

/** A text, coloured by the rules of its language; every element is made here, none is taken from the text. */
export default function Highlighted({ text, language }: { text: string; language: string }) {
  const name = language.toLowerCase();
  const shown = useMemo(() => {
    if (text.length > most.characters || !lowlight.registered(name)) return text;
    const tree = lowlight.highlight(name, text);
    return countPieces(tree) > most.pieces ? text : toJsxRuntime(tree, { Fragment, jsx, jsxs });
  }, [text, name]);
  return <code>{shown}</code>;
}

type Tree = ReturnType<typeof lowlight.highlight>;

const countPieces = (node: Tree | Tree['children'][number]): number =>
  'children' in node ? node.children.reduce((sum, child) => sum + countPieces(child), 1) : 1;
