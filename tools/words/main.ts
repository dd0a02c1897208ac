import { writeWords } from './write.ts';

writeWords();
