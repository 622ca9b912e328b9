import { customer, note, reply, type SampleTicket } from './notation.ts';

/** Labels, printers and parcels. */
export const labelTickets: SampleTicket[] = [
  {
    number: 1033,
    opened: '1d2h',
    subject: 'Printer labels cut off on A6',
    customer: 'Blumen Kessler <laden@blumen-kessler.example>',
    assignee: 'mara',
    tags: ['shipping'],
    triage: { agent: 'ines', age: '1d1h' },
    text: `Since we have the new printer the last line with the postcode is missing on A6 labels. On the old A4 sheets they were
      complete.`,
    thread: [
      reply(
        'mara',
        '1d',
        `Guten Morgen, vermutlich rechnet der Treiber mit 100 × 150 mm statt A6 (105 × 148 mm). Bitte im Druckdialog *Tatsächliche
        Größe* wählen und unter *Einstellungen › Etiketten* den oberen Rand auf 2 mm stellen.`,
      ),
      customer(
        '20h30m',
        `Mit „Tatsächliche Größe“ ist die Postleitzahl da, aber jetzt fehlt rechts der halbe Barcode.`,
      ),
    ],
  },
  {
    number: 1037,
    opened: '20h',
    subject: 'Customs form lists the wrong country of origin',
    customer: 'Tamsin Hale <orders@hale-and-hide.example>',
    priority: 'high',
    assignee: 'ines',
    tags: ['shipping', 'customs'],
    triage: { agent: 'jonas', age: '19h45m' },
    text: `Our belts are made in Wales from Italian leather. The CN23 says origin IT, and a parcel to Zürich came back because of it.
      Four more are on their way with the same form.`,
    thread: [
      reply(
        'ines',
        '19h20m',
        `Hi Tamsin, the form takes the origin of the *material* with the largest value when the product itself has none. Please set
        *Product › Customs › Country of origin* to GB for the belts. For the four on their way I can send corrected forms to
        the carrier; may I?`,
      ),
      customer('15h30m', `Please do! Numbers are 4471, 4472, 4475 and 4480.`),
      note(
        'ines',
        '14h20m',
        `4471, 4472 and 4480 corrected with the carrier. 4475 is already at customs, they want an e-mail from her.`,
      ),
    ],
  },
  {
    number: 1052,
    opened: '3h45m',
    subject: 'ZPL labels print as text',
    customer: 'Mehmet Yıldız <mehmet@yildiz-mobilya.example>',
    priority: 'high',
    tags: ['printing'],
    triage: { agent: 'ines', age: '3h' },
    text: `Our label printer suddenly prints pages of this instead of labels:

      ~~~
      ^XA
      ^CI28
      ^FO40,40^A0N,36,36^FDYildiz Mobilya^FS
      ^FO40,120^BY3^BCN,90,Y,N,N^FDTW-88120^FS
      ^XZ
      ~~~

      We did not change anything, only Windows updated itself.`,
  },
  {
    number: 1007,
    opened: '5d20h',
    subject: 'Tracking numbers are not sent to the shop',
    customer: 'Clara Nyström <clara@nystrom-garn.example>',
    assignee: 'ines',
    tags: ['shipping', 'connector'],
    text: `Labels are made, orders are marked as shipped in our shop, but the customers' mail says "tracking number: -".`,
    thread: [
      reply(
        'ines',
        '5d16h',
        `Hi Clara, the shop is told about the shipment when you press *Pack*, and the number comes a few seconds later from the
        carrier. Please set *Integrations › Shop › Report shipments* to **after the label**.`,
      ),
      customer(
        '4d21h',
        `Changed. Now orders with one parcel are right, orders with two parcels have only the first number.`,
      ),
      note(
        'ines',
        '4d19h',
        `The shop's interface takes one number per fulfilment. We would have to send two fulfilments with half the lines each.
        Asked the connector team whether that is wanted.`,
      ),
      reply(
        'ines',
        '4d18h',
        `Two parcels need a change in our connector. I asked the team and write as soon as I know when.`,
      ),
    ],
  },
  {
    number: 996,
    opened: '8d20h',
    pending: true,
    subject: 'Étiquettes Colissimo : poids à zéro',
    customer: 'Hugo Lemaire <atelier@savonnerie-lemaire.example>',
    assignee: 'ines',
    tags: ['shipping', 'french'],
    text: `Bonjour, depuis jeudi toutes les étiquettes partent avec un poids de 0,00 kg et le transporteur nous facture le tarif
      maximal. Les poids sont pourtant bien saisis dans les fiches produit.`,
    thread: [
      reply(
        'ines',
        '8d16h',
        `Bonjour Hugo, les poids sont saisis dans le champ *Poids brut*, et depuis jeudi l'étiquette lit *Poids d'expédition*, qui est
        vide chez vous. J'ai recopié l'un dans l'autre pour vos 214 produits. Pouvez-vous essayer une étiquette ?`,
      ),
      customer('7d20h', `C'est bon, 1,24 kg. Et pour les 36 colis déjà facturés au maximum ?`),
      reply(
        'ines',
        '7d17h',
        `J'ai préparé la réclamation avec les 36 numéros et les vrais poids, en pièce jointe. Elle doit être envoyée depuis votre
        compte client. Dites-moi s'ils refusent, nous prendrons alors la différence à notre charge.`,
      ),
    ],
  },
  {
    number: 971,
    opened: '26d',
    closed: '23d6h',
    subject: 'Barcode too small for the supermarket',
    customer: 'Pilar Ortega <pilar@conservas-ortega.example>',
    assignee: 'ines',
    tags: ['labels', 'barcode'],
    text: `El supermercado rechaza nuestros tarros: el código EAN-13 mide 24 mm de ancho y piden 30 mm como mínimo. ¿Dónde lo
      cambio?`,
    thread: [
      reply(
        'ines',
        '25d18h',
        `Hola Pilar, en *Etiquetas › Diseño*, seleccione el código y ponga la **magnificación** en 80 % (29,83 mm) o 85 % (31,7 mm).
        Deje libre un margen de 3 mm a cada lado; si no, el lector falla.`,
      ),
      customer('24d', `Con 85 % cabe justo en el tarro pequeño. Mañana enseño una prueba.`),
      customer('23d8h', `¡Aceptado! Muchas gracias.`),
    ],
  },
  {
    number: 1002,
    opened: '6d18h',
    subject: 'Labels for batch of 500 take twenty minutes',
    customer: 'Jakub Kowalczyk <jakub@kowalczyk-browar.example>',
    assignee: 'jonas',
    tags: ['printing', 'performance'],
    text: `Every label is sent to the printer as a job of its own and it pauses between them. With the old program the 500 bottles
      took three minutes.`,
    thread: [
      reply(
        'jonas',
        '6d15h',
        `Hi Jakub, that is the driver's queue. With *Direct to printer* the whole batch goes as one ZPL job over port 9100. Your
        printer can do it; I need its address in your network and the model.`,
      ),
      customer('5d', `192.168.4.61, it says ZD421. Should our firewall let something in?`),
    ],
  },
  {
    number: 980,
    opened: '16d',
    pending: true,
    subject: 'Allergens in bold on the ingredient label',
    customer: 'Isabel Nogueira <isabel@doces-nogueira.example>',
    assignee: 'ines',
    tags: ['labels', 'food'],
    text: `Por lei, os alergénios têm de aparecer destacados na lista de ingredientes. O campo de texto não aceita negrito. Como fazem
      os outros?`,
    thread: [
      reply(
        'ines',
        '15d20h',
        `Olá Isabel, escreva os alergénios em MAIÚSCULAS na ficha do ingrediente e ative *Destacar alergénios* na etiqueta: o programa
        imprime-os a negrito em todas as receitas que os usam.`,
      ),
      customer('14d', `Funciona, menos em "leite em pó": só "LEITE" fica a negrito. Está correto?`),
      reply(
        'ines',
        '13d20h',
        `Está: a lei pede o destaque do nome do alergénio, não da palavra composta. Se o seu inspetor preferir tudo destacado, escreva
        LEITE EM PÓ. Fica assim?`,
      ),
    ],
  },
];
