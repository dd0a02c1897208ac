import { stripTypeScriptTypes } from 'node:module';
import type { WireWords } from '@roost/contract/text/wire-words';
import { readWireMessages } from '../../tools/words/catalogues.ts';
import { webWireModule } from '../../tools/words/compile.ts';

/** Runs the module `#words/wire` of a language. Its messages have plain values only, so it imports nothing. */
export async function evaluateWire(locale: string): Promise<WireWords> {
  const code = stripTypeScriptTypes(webWireModule(readWireMessages(locale), locale));
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    wire: WireWords;
  };
  return module.wire;
}
