import { lazy, Suspense } from 'react';
import { lazyChunk } from '../app/lazy-chunks.ts';
import './highlighted.css'; // in this chunk, because it is small: saves a request

const Highlighted = lazy(lazyChunk(() => import('./highlighted.tsx')));

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
