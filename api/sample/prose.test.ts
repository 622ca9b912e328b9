import { equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dedent, prose } from './prose.ts';

describe('prose', () => {
  it('puts each paragraph on one line', () => {
    equal(prose(`One\n      and the same.\n\n      Another.`), 'One and the same.\n\nAnother.');
  });

  it('keeps lists and quotes line by line, and joins a continued item', () => {
    equal(prose(`Do:\n      - one\n        more\n      - two\n      > said`), 'Do:\n- one more\n- two\n> said');
  });

  it('leaves code as it is', () => {
    equal(
      prose(`See:\n\n      ~~~\n      a\n        b\n\n      c\n      ~~~\n      After\n      it.`),
      'See:\n\n~~~\na\n  b\n\nc\n~~~\nAfter it.',
    );
  });
});

describe('dedent', () => {
  it('removes the indentation all lines share', () => {
    equal(dedent(`\n    a\n      b\n    c\n  `), 'a\n  b\nc');
  });
});
