import { memo, type ReactNode } from 'react';
import { Anchor } from './anchor.tsx';
import css from './markdown.module.css';

/** Shows text as it was written, with its web addresses as links. Accepts the props of `Markdown`. */
export const PlainText = memo(function PlainText({ text }: { text: string; id?: string }) {
  return (
    <div className={css.markdown} dir="auto">
      <div className={css.plain}>{linkAddresses(text)}</div>
    </div>
  );
});

/** A web address, without the punctuation that ends its sentence. */
const webAddress = /\bhttps?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}']/g;

/** Links in longer texts would take too long to render. */
const maxLinkedLength = 65_536;

function linkAddresses(text: string): ReactNode {
  if (text.length > maxLinkedLength) return text;
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: address, index } of text.matchAll(webAddress)) {
    parts.push(
      text.slice(end, index),
      <Anchor key={index} href={address} text={address}>
        {address}
      </Anchor>,
    );
    end = index + address.length;
  }
  return [...parts, text.slice(end)];
}
