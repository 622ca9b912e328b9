import { lazy, Suspense } from 'react';
import { loadLater } from '../load-later.ts';

const Highlighted = lazy(loadLater(() => import('./highlighted.tsx')));

/** A text of a language, coloured once the highlighter is here; until then, and where nobody knows the language, as it is. */
export function Code({ text, language }: { text: string; language: string | null }) {
  const plain = <code>{text}</code>;
  if (language === null) return plain;
  return (
    <Suspense fallback={plain}>
      <Highlighted text={text} language={language} />
    </Suspense>
  );
}
