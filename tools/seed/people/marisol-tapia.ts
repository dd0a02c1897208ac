import type { Persona } from '../persona.ts';

export const marisol: Persona = {
  username: 'marisol_tapia',
  fullName: 'Marisol Tapia',
  bio: 'Grabado en linóleo y maíz criollo. Oaxaca. Tinta en las uñas, masa en la mesa.',
  joined: 167,
  interests: ['press', 'cooking', 'garden', 'letters'],
  posts: [
    {
      text: 'Hoy grabé una mazorca de 312 granos. En el 290 estornudé. Ahora es una mazorca con carácter.',
      isLoved: true,
      replies: [{ by: 'rosa_quispe', text: 'Respira, como los tejidos.' }],
    },
    {
      text: 'Linocut is drawing what you don’t say. #SmallPress',
      isLoved: true,
      replies: [{ by: 'ewa_mazurek', text: 'Putting this above the desk.' }],
    },
    {
      text: 'Nixtamal a las cinco de la mañana: cal, agua, maíz y la radio del vecino que todavía cree en los boleros.',
    },
    {
      text: 'Four colours of maize from the same field, and a buyer who asks for “the normal one”. I gave him the blue.',
      isLoved: true,
      replies: [
        {
          by: 'sanna_leh',
          text: 'The normal one!! What did he say?',
          replies: [{ by: 'marisol_tapia', text: 'He came back for the red.' }],
        },
      ],
    },
    {
      text: 'El casero vino a ver el grabado que hice de él. Pidió dos copias y que le baje la nariz. Le bajé la renta en mi imaginación.',
      replies: [{ by: 'ines_alvarado', text: 'Jajaja, pon la nariz en el catálogo.' }],
    },
    {
      hoursAgo: 6 * 24,
      text: 'Prints and zines swapped by post so far: Gdańsk, Amman, Ghent. My postman asks what kind of business this is. I said: slow.',
      replies: [{ by: 'bert_vdp', text: 'Give him my regards, colleague to colleague.' }],
    },
    {
      text: 'Caldo de piedra, con piedra y todo, como lo hacían los abuelos junto al río. #SoupNight',
      hoursAgo: 16,
      isLoved: true,
      replies: [
        { by: 'amara_okafor', text: 'A STONE. First a burning log, now a stone. This list.' },
      ],
    },
  ],
};
