// What files call the columns that we know, in several languages.

/** Bare names (`bareName`), the likeliest first. */
export const columnNames: Readonly<Record<string, string>> = {
  sku: `sku skuid id itemid productid productcode articleid articlenumber articleno itemnumber productnumber
    artikelnummer artikelnr artnr artikelid produktid reference ref referencia codigo codigoproducto
    codice codiceprodotto identifiant idproduit variantid variantsku artikelcode varenummer indeks
    codearticle refproduit codproducto codarticolo codicearticolo bestellnummer productnummer
    artnum articlecode ordernumber customlabel code`,
  group_id: `groupid itemgroupid parentid parentsku mastersku masterid productgroupid styleid modelid
    modell gruppenid gruppe vaterartikel idgroupe idgrupo idgruppo groepid
    elternartikel hauptartikel mainnumber parent refparent idpadre codicepadre hoofdartikel`,
  name: `name title productname itemname producttitle titel bezeichnung produktname artikelname
    produktbezeichnung nom titre nomproduit nombre titulo nome titolo naam productnaam namn navn
    nazwa nimi nazev label
    denominazione nombreproducto nomeprodotto libelle designation artikelomschrijving itemtitle
    displayname titleshort titlelong shorttitle`,
  url: `url link producturl productlink itemurl deeplink href producturladdress lien urlproduit enlace
    urlproducto collegamento weblink produkturl produktlink pageurl canonicalurl`,
  price: `price currentprice sellingprice unitprice preis verkaufspreis bruttopreis prix
    prixttc precio prezzo prijs pris cena hinta amount regularprice baseprice
    listenpreis uvp preisbrutto preiseur priceeur prixpublic prixvente preciofinal precioventa
    prezzodivendita verkoopprijs adviesprijs pricegross pricetaxincluded standardprice startprice
    listprice pricenet pricetaxexcluded`,
  sale_price: `saleprice specialprice discountprice promoprice offerprice angebotspreis aktionspreis
    sonderpreis prixpromo prixsolde prixremise precioofertado preciooferta preciorebajado
    prezzoscontato prezzoofferta aanbiedingsprijs actieprijs`,
  sale_price_effective_date: 'salepriceeffectivedate',
  currency:
    'currency currencycode waehrung wahrung devise moneda valuta valuuttakoodi currencyid currencyiso',
  in_stock: `instock isinstock availability stock available isavailable stockstatus inventory quantity qty
    stockquantity verfugbar verfugbarkeit verfuegbar verfuegbarkeit lagerbestand bestand lager
    disponible disponibilite stockdisponible disponibilidad disponibilita beschikbaar voorraad
    dostepnosc auflager aufvorrat vorratig lagerstand lagermenge menge enstock quantite existencias
    enexistencias stocks stocklevelstatus stocklevel availableflag giacenza quantita disponibilitaprodotto opvoorraad aantal status`,
  image_url: `imageurl imagelink image imagesrc mainimage imageurl1 image1 picture pictureurl photo
    photourl thumbnail bild bildurl bildlink urlimage lienimage imagen urlimagen immagine
    afbeelding zdjecie images
    bilder bildadresse produktbild imageprincipale photos imagenprincipal foto immagineprincipale
    afbeeldingen afbeeldingurl imgurl img mainimageurl imageurls hostedimageurls picurl pic
    covermediaurl imagename mediagalleryentries gallery media`,
  additional_image_urls: `additionalimageurls additionalimagelink additionalimages moreimages
    weiterebilder imagessupplementaires imagenesadicionales immaginiaggiuntive extraafbeeldingen`,
  categories: `categories category producttype productcategory categorypath categoryname
    googleproductcategory kategorie kategorien kategoriepfad warengruppe categorie rubrique categoria
    categorias breadcrumb breadcrumbs department kategori kategoria
    produktkategorie artikelgruppe rayon famille familia reparto productgroep rubriek collection classificationcategory primarycategory subcategory feedproducttype
    categoryids type`,
  brand: `brand brandname manufacturername vendorname marke marque marca merk manufacturer hersteller vendor maker fabricante
    fabricant produttore fabrikant`,
  description: `description productdescription longdescription longdesc descriptionlong shortdescription descriptionshort beschreibung
    produktbeschreibung descriptif descripcion descrizione omschrijving beskrivning opis`,
  keywords: 'keywords tags searchterms stichworte schlagworte motscles palabrasclave',
  publish_time: `publishtime publishedat publicationdate datepublished pubdate createdat dateadded
    erscheinungsdatum datepublication fechapublicacion`,
};
