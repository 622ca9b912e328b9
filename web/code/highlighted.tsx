import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { common, createLowlight } from 'lowlight';
import { useMemo } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import './highlighted.css';

const lowlight = createLowlight(common);

/** Longer texts are shown as they are: colouring them would hold up the page. */
const mostCharacters = 100_000;

/** A text, coloured by the rules of its language; every element is made here, none is taken from the text. */
export default function Highlighted({ text, language }: { text: string; language: string }) {
  const name = language.toLowerCase();
  const shown = useMemo(() => {
    if (text.length > mostCharacters || !lowlight.registered(name)) return text;
    return toJsxRuntime(lowlight.highlight(name, text), { Fragment, jsx, jsxs });
  }, [text, name]);
  return <code>{shown}</code>;
}
