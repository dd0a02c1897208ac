import type { Persona } from './persona.ts';
import { ailsa } from './people/ailsa-macrae.ts';
import { amara } from './people/amara-okafor.ts';
import { arjun } from './people/arjun-nambiar.ts';
import { bao } from './people/bao-lin.ts';
import { bert } from './people/bert-vandeputte.ts';
import { claudette } from './people/claudette-niyonzima.ts';
import { dylan } from './people/dylan-yazzie.ts';
import { elio } from './people/elio-rossetti.ts';
import { ewa } from './people/ewa-mazurek.ts';
import { farida } from './people/farida-rahimova.ts';
import { fionnuala } from './people/fionnuala-keane.ts';
import { grace } from './people/grace-whitlock.ts';
import { hyejin } from './people/hyejin-noh.ts';
import { ibrahim } from './people/ibrahim-ustun.ts';
import { ines } from './people/ines-alvarado.ts';
import { jun } from './people/jun-dimaculangan.ts';
import { kavita } from './people/kavita-joshi.ts';
import { kwame } from './people/kwame-boadi.ts';
import { leilani } from './people/leilani-kahale.ts';
import { lena } from './people/lena-brandt.ts';
import { marisol } from './people/marisol-tapia.ts';
import { mateus } from './people/mateus-figueira.ts';
import { minhChau } from './people/minh-chau.ts';
import { noa } from './people/noa-peretz.ts';
import { otto } from './people/otto-feldmann.ts';
import { pelle } from './people/pelle-nyqvist.ts';
import { rosa } from './people/rosa-quispe.ts';
import { sanna } from './people/sanna-lehtovaara.ts';
import { seun } from './people/seun-bako.ts';
import { takumi } from './people/takumi-mori.ts';
import { tomas } from './people/tomas-hrubec.ts';
import { tove } from './people/tove-lindahl.ts';
import { wren } from './people/wren-ashdown.ts';
import { yegor } from './people/yegor-lapin.ts';
import { youssef } from './people/youssef-haddad.ts';
import { zainab } from './people/zainab-qureshi.ts';

export const everyone: Persona[] = [
  ailsa,
  amara,
  arjun,
  bao,
  bert,
  claudette,
  dylan,
  elio,
  ewa,
  farida,
  fionnuala,
  grace,
  hyejin,
  ibrahim,
  ines,
  jun,
  kavita,
  kwame,
  leilani,
  lena,
  marisol,
  mateus,
  minhChau,
  noa,
  otto,
  pelle,
  rosa,
  sanna,
  seun,
  takumi,
  tomas,
  tove,
  wren,
  yegor,
  youssef,
  zainab,
];

/** A blocker and a blocked person. They share no thread. */
export const blocked: [string, string][] = [['bert_vdp', 'elio_rossetti']];
