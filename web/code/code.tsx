import { lazy, Suspense } from 'react';
import { loadLater } from '../load-later.ts';

const Highlighted = lazy(loadLater(() => import('./highlighted.tsx')));

/** Code with syntax highlighting; plain until the highlighter is loaded, and for unknown languages. */
export function Code({ text, language }: { text: string; language: string | null }) {
  const plain = <code>{text}</code>;
  if (language === null) return plain;
  return (
    <Suspense fallback={plain}>
      <Highlighted text={text} language={language} />
    </Suspense>
  );
}
