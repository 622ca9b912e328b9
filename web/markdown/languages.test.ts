import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getFileLanguage } from '#contract/file-languages';
import { lowlight } from './languages.ts';

describe('the languages of the highlighter', () => {
  const extensions =
    'c cpp cs css diff go html ini java js json log md php ps1 py rb rs sh sql toml ts tsx xml yaml'.split(' ');
  for (const extension of extensions) {
    it(`include the language of file.${extension}`, () => {
      const { language } = getFileLanguage(`file.${extension}`);
      assert.ok(lowlight.registered(language?.toLowerCase() ?? extension), String(language));
    });
  }
});
