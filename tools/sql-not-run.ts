// Fails for raw SQL of the server that no test ran. A run of all tests recorded the places of the others.
import { readFileSync } from 'node:fs';
import { placesIn, serverFiles } from '../server/test/support/sql-places.ts';

const { RUN_SQL_PLACES: file } = process.env;
if (!file) throw new Error('Only npm test can tell which raw SQL no test runs.');
const run = new Set(readFileSync(file, 'utf8').split('\n'));
const places = serverFiles().flatMap(placesIn);
const missing = places.filter((place) => !run.has(place));
console.log(`Tests ran ${places.length - missing.length} of ${places.length} places with raw SQL.`);
for (const place of missing) console.error(`No test runs the statement at server/src/${place}.`);
process.exitCode = missing.length > 0 ? 1 : 0;
