// Fails for raw SQL of the server whose result no test compared. A run of all tests recorded the others.
import { readFileSync } from 'node:fs';
import { placesIn, serverFiles } from '../server/test/support/sql-places.ts';

const compared = new Set(readFileSync(process.env.COMPARED_SQL_PLACES ?? '', 'utf8').split('\n'));
const places = serverFiles().flatMap(placesIn);
const missing = places.filter((place) => !compared.has(place));
console.log(`Tests ran ${places.length - missing.length} of ${places.length} places with raw SQL.`);
for (const place of missing) console.error(`No test runs the statement at server/src/${place}.`);
process.exitCode = missing.length > 0 ? 1 : 0;
