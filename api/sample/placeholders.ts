import type { ValueGenerator } from './template.ts';

const split = (words: string): readonly string[] => words.trim().split(/\s+/);

/**
 * Articles of workshops, from common to rare. They are picked by Zipf's law, so that words of every frequency occur:
 * each of the last words is in 10 to 20 of 100,000 tickets.
 */
const articles = split(`
  table chair bench candle mug bowl belt shelf lamp knife frame bag jar label plate vase stool cushion tray basket
  ring scarf soap blanket clock mirror drawer cabinet teapot pitcher cutting-board notebook rug curtain apron wallet
  strap buckle hinge handle bracket hook rail ladder crate barrel trunk saddle bridle halter collar leash glove hat
  boot sandal clog slipper brush comb broom rake spade hoe trowel chisel mallet plane vice clamp saw file rasp awl
  needle thimble bobbin spindle shuttle loom wheel kiln anvil bellows tongs crucible ladle mould flask burner wick
  beeswax paraffin linseed shellac varnish lacquer primer pigment glaze slip engobe grog porcelain stoneware
  earthenware terracotta majolica enamel pewter bronze brass copper silver gold-leaf tin zinc steel iron oak ash beech
  birch maple walnut cherry elm larch pine spruce cedar cork bamboo willow rattan reed hemp flax linen cotton wool
  cashmere mohair alpaca silk velvet felt tweed denim canvas burlap damask brocade chiffon organza taffeta muslin
  parchment vellum papyrus cardboard marbled-paper endpaper bookcloth calfskin goatskin cordovan suede nubuck
  shagreen mandolin ukulele violin cello lute zither dulcimer harpsichord bodhran bagpipe ocarina kalimba hurdy-gurdy
  sextant astrolabe barometer hygrometer sundial metronome kaleidoscope zoetrope marionette nutcracker rocking-horse
  spinning-top dollhouse carousel weathervane birdhouse beehive trellis pergola gazebo arbour sauna samovar tajine
  couscoussier donabe suribachi molcajete metate comal mezzaluna mandoline chinois tamis bain-marie cocotte terrine
  ramekin cloche epergne cruet decanter carafe goblet tankard stein snifter rhyton quaich kuksa gourd calabash
`);

const cities = split(`
  Lyon Porto Ghent Leipzig Turin Malmö Bergen Graz Cork Girona Utrecht Tartu Kraków Brno Ljubljana Aarhus Bilbao Nantes
  Leeds Accra Nairobi Pune Kyoto Hobart Oaxaca Valparaíso Halifax Izmir Gdańsk Coimbra Bologna Tampere Zadar Galway
`);

const carriers = split('Parcelwing Nordfracht Colibri Hexapost Bluevan Cargolet');
const months = split('January February March April May June July August September October November December');
const weekdays = split('Monday Tuesday Wednesday Thursday Friday');
const browsers = split('Firefox Chrome Safari Edge');
const orderStates = split('draft packed shipped invoiced paid cancelled');
const codes = split('BR-CO-15 SAML-07 IMP-12 ZPL-3 PAY-05 HOOK-429 PDF-8 SYNC-31');

const pad = (number: number): string => String(number).padStart(2, '0');

/** The placeholders of the generated texts. */
export const placeholderGenerators = {
  article: random => random.pickSkewed(articles),
  other: random => random.pickSkewed(articles),
  city: random => random.pick(cities),
  carrier: random => random.pickSkewed(carriers),
  month: random => random.pick(months),
  weekday: random => random.pick(weekdays),
  browser: random => random.pickSkewed(browsers),
  status: random => random.pick(orderStates),
  code: random => random.pickSkewed(codes),
  count: random => String(random.between(2, 60)),
  many: random => String(random.between(400, 24_000)),
  percent: random => String(random.between(2, 25)),
  amount: random => `€ ${random.between(8, 980)}.${pad(random.between(0, 99))}`,
  clock: random => `${pad(random.between(6, 19))}:${pad(random.between(0, 59))}`,
  invoice: random => `INV-${random.between(10_000, 99_999)}`,
  order: random => `A-${random.between(1000, 99_999)}`,
  version: random => `${random.between(3, 6)}.${random.between(0, 14)}`,
} satisfies Record<string, ValueGenerator>;
