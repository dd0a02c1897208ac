import type { Persona } from '../persona.ts';

export const ines: Persona = {
  username: 'ines_alvarado',
  fullName: 'Inés Alvarado',
  bio: 'Valencia, when I am home. I collect night trains and the conversations in their corridors. Sometimes en español.',
  joined: 512,
  interests: ['trains', 'film', 'travel', 'cooking'],
  isHub: true,
  posts: [
    {
      text: 'Unpopular opinion from the upper berth: the best hotel breakfast in Europe is a bread roll and bad coffee handed to you at 6:10 by a conductor who remembers your name. #NightTrain',
      isLoved: true,
      replies: [
        {
          by: 'ibrahim_ustun',
          text: 'As somebody who works on rails: we remember the names of people who say good morning first.',
          replies: [
            { by: 'ines_alvarado', text: 'Then I shall say it louder.' },
            { by: 'bert_vdp', text: 'Same rule for postmen, thirty-four years of evidence.' },
          ],
        },
        { by: 'amara_okafor', text: 'The roll, yes. The coffee we need to talk about.' },
      ],
    },
    {
      hoursAgo: 22 * 24,
      text: 'Packing list for one week:\n– one bag I can lift over my head\n– a paper book, so nobody asks me to plug anything in\n– earplugs\n– second earplugs, for the person in the berth below who forgot theirs',
      replies: [
        { by: 'jun_dima', text: 'The second earplugs are the whole of ethics.' },
        {
          by: 'wren_ashdown',
          text: 'Which book this time?',
          replies: [
            { by: 'ines_alvarado', text: 'A history of tide tables. @pelle_nyqvist, blame him.' },
          ],
        },
      ],
    },
    {
      text: 'El revisor me ha dicho que este coche cama tiene cincuenta y un años. Nos llevamos seis. Él chirría menos que yo. #NightTrain',
    },
    {
      text: 'Two hours stopped outside a town whose name I couldn’t read. A man from the last carriage walked along the train selling plums from his garden. By the time we moved, everyone knew everyone.',
      isLoved: true,
      replies: [
        {
          by: 'farida_books',
          text: 'This is the beginning of a novel and I would like to order twelve copies.',
        },
        {
          by: 'rosa_quispe',
          text: '¿Y las ciruelas?',
          replies: [{ by: 'ines_alvarado', text: 'Ácidas. Perfectas.' }],
        },
      ],
    },
    {
      text: 'Film came back from the lab. Thirty-six exposures, eleven of them my own thumb. The thumb is well lit. #OneRoll',
      replies: [{ by: 'takumi_mori', text: 'A consistent series. Exhibit it.' }],
    },
    {
      text: 'Home for ten days. The basil is dead, the neighbour’s cat has moved in, and there is a note under the door saying “we water plants, you only had to ask”.',
    },
    {
      text: 'If you design timetables for a living, please know that a connection of four minutes is not a connection, it is a dare.',
      replies: [
        { by: 'claudette_n', text: 'I missed one by bicycle last month. Could see the doors.' },
        {
          by: 'mateus_figueira',
          text: 'And when you miss it there is no bench on the platform. I have counted.',
        },
      ],
    },
    {
      text: 'Estoy aprendiendo a hacer arroz al horno como mi abuela. Ella no medía nada. Yo lo mido todo y me sale peor.',
      replies: [
        { by: 'marisol_tapia', text: 'Porque la medida era la cazuela. ¡Busca la cazuela!' },
      ],
    },
    {
      text: 'Question for people who live by a line: do you still hear the trains? My friend says she only wakes up when one does not come.',
      replies: [
        {
          by: 'lena_brandt',
          text: 'I hear only the 2:14 freight. It has a flat wheel and I have started to worry about it.',
        },
        {
          by: 'ibrahim_ustun',
          text: 'Report it! Really. There is a number for that, and somebody will be happy.',
        },
      ],
    },
    {
      text: 'Wrote up the route from Valencia to Gdańsk without flying, every change and every station café: https://trains.example.org/valencia-gdansk\n\nIt takes three days. You will not regret the second one.',
      isLoved: true,
      isEdited: true,
      replies: [
        {
          by: 'ewa_mazurek',
          text: 'When you arrive there is a zine waiting for you at the end of the tram line.',
        },
        { by: 'bert_vdp', text: 'You skipped the café in Ghent. I will come and fetch you.' },
      ],
    },
    {
      text: 'Overheard in the corridor: “I’m not lost, I’m just early for a different city.”',
      isLoved: true,
    },
    {
      text: 'My mother has started to answer the phone with “where are you” instead of “hello”. Fair.',
      audience: 'followers',
      replies: [{ by: 'amara_okafor', text: 'Mine opens with “have you eaten”. Both are love.' }],
    },
    {
      text: 'Testing a theory that every station has one bench where the light is right at five in the afternoon. So far 7 for 9. #OneRoll',
      replies: [
        {
          by: 'mateus_figueira',
          text: 'I would like the coordinates of all seven, for reasons of state.',
        },
      ],
    },
    {
      text: 'Long one, for those who asked how you talk to strangers on trains. You don’t. You offer something: a window, half an orange, the information that the dining car is closed. Then you look out. If they want to talk, they’ll tell you where they’re going, and nobody has ever told me where they’re going without telling me why. I’ve heard about two weddings, a lost brother, a cello in the wrong country and a recipe. All I did was peel the orange. #NightTrain',
      hoursAgo: 52,
      isLoved: true,
      replies: [
        {
          by: 'ibrahim_ustun',
          text: 'The orange is the whole secret. You smell it three seats away and everyone softens.',
        },
      ],
    },
    {
      text: 'Booked. Stockholm, the long way, leaving in the evening with the window seat on the sea side. I have not slept properly since I saw the berth number. #NightTrain',
      hoursAgo: 20,
      isLoved: true,
      replies: [
        { by: 'sanna_leh', text: 'Come two hours further and there is a sauna waiting.' },
        { by: 'pelle_nyqvist', text: 'Wave at Gothenburg when you don’t stop in it.' },
        {
          by: 'hyejin_noh',
          text: 'Please record the sound of the carriage. I have plans for it.',
          replies: [{ by: 'ines_alvarado', text: 'Forty minutes of squeak, reserved for you.' }],
        },
      ],
    },
    {
      text: 'The platform at our station lost its last three benches today. “Temporarily.” I sat on my bag in protest, and a lady of about eighty sat down on hers. Then another one. #BenchCount',
      hoursAgo: 6,
      isLoved: true,
      replies: [
        { by: 'mateus_figueira', text: 'This is exactly how it begins. Proud of you all.' },
        { by: 'zainab_qureshi', text: 'Three people sitting on bags is officially a movement.' },
      ],
    },
  ],
};
