<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="fr" sourcelanguage="en">
  <context>
    <name>Backdrop</name>
    <message>
      <source>0 cuts hard; 100 keeps the finest hair.</source>
      <translation>0 coupe net ; 100 garde les cheveux les plus fins.</translation>
    </message>
    <message>
      <source>1 picture</source>
      <translation>1 image</translation>
    </message>
    <message>
      <source>100 %: every pixel</source>
      <translation>100 % : chaque pixel</translation>
    </message>
    <message>
      <source>A folder of slides…</source>
      <translation>Un dossier de diapositives…</translation>
    </message>
    <message>
      <source>A folder, or a numbered sequence…</source>
      <translation>Un dossier, ou une suite numérotée…</translation>
    </message>
    <message>
      <source>A matte would have another file's name; give them a pattern of names.</source>
      <translation>Un matte porterait le nom d’un autre fichier ; donnez-leur un modèle de noms.</translation>
    </message>
    <message>
      <source>A moment: looking around first…</source>
      <translation>Un instant : examen en cours…</translation>
    </message>
    <message>
      <source>A picture of your home, in a file that nobody but you can read. It is deleted when you forget the room, or switch this off.</source>
      <translation>Une image de votre intérieur, dans un fichier que vous seul pouvez lire. Elle est supprimée quand vous oubliez la pièce ou désactivez ceci.</translation>
    </message>
    <message>
      <source>A recording is running. It will be finished and kept.</source>
      <translation>Un enregistrement est en cours. Il sera terminé et conservé.</translation>
    </message>
    <message>
      <source>A saved look with its background</source>
      <translation>Un rendu enregistré avec son arrière-plan</translation>
    </message>
    <message>
      <source>A track of sound ({codec}) was left out: this file type cannot hold it.</source>
      <translation>Une piste sonore ({codec}) a été omise : ce type de fichier ne peut pas la contenir.</translation>
    </message>
    <message>
      <source>A track of subtitles ({codec}) was left out: this file type cannot hold it.</source>
      <translation>Une piste de sous-titres ({codec}) a été omise : ce type de fichier ne peut pas la contenir.</translation>
    </message>
    <message>
      <source>A track of {kind} ({codec}) was left out: this file type cannot hold it.</source>
      <translation>Une piste {kind} ({codec}) a été omise : ce type de fichier ne peut pas la contenir.</translation>
    </message>
    <message>
      <source>A video or a picture…</source>
      <translation>Une vidéo ou une image…</translation>
    </message>
    <message>
      <source>A window</source>
      <translation>Une fenêtre</translation>
    </message>
    <message>
      <source>About</source>
      <translation>À propos</translation>
    </message>
    <message>
      <source>About Backdrop</source>
      <translation>À propos de Backdrop</translation>
    </message>
    <message>
      <source>About half the size</source>
      <translation>Environ la moitié</translation>
    </message>
    <message>
      <source>About twice the size, with the least compression</source>
      <translation>Environ le double, avec le moins de compression</translation>
    </message>
    <message>
      <source>Across</source>
      <translation>Horizontal</translation>
    </message>
    <message>
      <source>Add backgrounds</source>
      <translation>Ajouter des arrière-plans</translation>
    </message>
    <message>
      <source>Add pictures or videos</source>
      <translation>Ajouter des images ou des vidéos</translation>
    </message>
    <message>
      <source>Address of a network camera</source>
      <translation>Adresse d’une caméra réseau</translation>
    </message>
    <message>
      <source>After</source>
      <translation>Après</translation>
    </message>
    <message>
      <source>All files</source>
      <translation>Tous les fichiers</translation>
    </message>
    <message>
      <source>All of the film again</source>
      <translation>À nouveau tout le film</translation>
    </message>
    <message>
      <source>Allow {host} until this window closes</source>
      <translation>Autoriser {host} jusqu’à la fermeture de cette fenêtre</translation>
    </message>
    <message>
      <source>Also when Backdrop is not in front</source>
      <translation>Aussi quand Backdrop n’est pas devant</translation>
    </message>
    <message>
      <source>Always here</source>
      <translation>Toujours ici</translation>
    </message>
    <message>
      <source>An arrow</source>
      <translation>Une flèche</translation>
    </message>
    <message>
      <source>An export is running: {share:.0%} done</source>
      <translation>Un export est en cours : {share:.0%} terminé</translation>
    </message>
    <message>
      <source>Areas of the picture</source>
      <translation>Zones de l’image</translation>
    </message>
    <message>
      <source>Areas…</source>
      <translation>Zones…</translation>
    </message>
    <message>
      <source>As in the window</source>
      <translation>Comme à l’écran</translation>
    </message>
    <message>
      <source>As it is and mirrored: fewer mistakes with Fast, for up to twice the time</source>
      <translation>Telle quelle et en miroir : moins d’erreurs avec « Rapide », pour un temps jusqu’à deux fois plus long</translation>
    </message>
    <message>
      <source>As it is written on the web, for example #4f7cac</source>
      <translation>Comme on l’écrit sur le Web, par exemple #4f7cac</translation>
    </message>
    <message>
      <source>As the camera has you</source>
      <translation>Comme la caméra vous montre</translation>
    </message>
    <message>
      <source>Aurora</source>
      <translation>Aurore</translation>
    </message>
    <message>
      <source>Automatic</source>
      <translation>Automatique</translation>
    </message>
    <message>
      <source>Automatic ({choice})</source>
      <translation>Automatique ({choice})</translation>
    </message>
    <message>
      <source>Back to the picture (Esc)</source>
      <translation>Retour à l’image (Esc)</translation>
    </message>
    <message>
      <source>Back to what was there (Esc)</source>
      <translation>Retour à ce qu’il y avait (Esc)</translation>
    </message>
    <message>
      <source>Backdrop closes when the exports are done.</source>
      <translation>Backdrop se ferme quand les exports sont terminés.</translation>
    </message>
    <message>
      <source>Backdrop has forgotten the room.</source>
      <translation>Backdrop a oublié la pièce.</translation>
    </message>
    <message>
      <source>Backdrop knows this room from before.</source>
      <translation>Backdrop connaît déjà cette pièce.</translation>
    </message>
    <message>
      <source>Backdrop knows your room now, and tells you from it better.</source>
      <translation>Backdrop connaît maintenant votre pièce, et vous en distingue mieux.</translation>
    </message>
    <message>
      <source>Backdrop speaks English from its next start on.</source>
      <translation>Backdrop parlera français à partir du prochain démarrage.</translation>
    </message>
    <message>
      <source>Backdrop tells you from your room better once it has seen the room without you. Nobody else ever sees this picture.</source>
      <translation>Backdrop vous distingue mieux de votre pièce après l’avoir vue sans vous. Personne d’autre ne voit jamais cette image.</translation>
    </message>
    <message>
      <source>Backdrop's own code, models and pictures are under the MIT licence.</source>
      <translation>Le code, les modèles et les images propres à Backdrop sont sous licence MIT.</translation>
    </message>
    <message>
      <source>Background</source>
      <translation>Arrière-plan</translation>
    </message>
    <message>
      <source>Background colour</source>
      <translation>Couleur d’arrière-plan</translation>
    </message>
    <message>
      <source>Background {error}</source>
      <translation>Arrière-plan {error}</translation>
    </message>
    <message>
      <source>Background {name} cannot be read ({reason}); choose another.</source>
      <translation>L’arrière-plan {name} est illisible ({reason}) ; choisissez-en un autre.</translation>
    </message>
    <message>
      <source>Background {name} has no page that can be shown: it is damaged, empty, or no PDF; export the slides again.</source>
      <translation>L’arrière-plan {name} n’a aucune page affichable : il est endommagé, vide, ou n’est pas un PDF ; exportez à nouveau les diapositives.</translation>
    </message>
    <message>
      <source>Background {name} has {size:.1f} GiB, and a PDF may have {most}; save it with smaller pictures.</source>
      <translation>L’arrière-plan {name} fait {size:.1f} Gio, et un PDF peut en faire {most} ; enregistrez-le avec des images plus petites.</translation>
    </message>
    <message>
      <source>Background {name} is a folder without a picture in it; export the slides as pictures into it, or name a picture or a video.</source>
      <translation>L’arrière-plan {name} est un dossier sans image ; exportez-y les diapositives en images, ou indiquez une image ou une vidéo.</translation>
    </message>
    <message>
      <source>Background {name} is damaged: some of its frames cannot be decoded whole; copy the file again if you can.</source>
      <translation>L’arrière-plan {name} est endommagé : certaines images ne peuvent pas être décodées en entier ; recopiez le fichier si possible.</translation>
    </message>
    <message>
      <source>Background {name} is locked by a password; save it without one, and choose that.</source>
      <translation>L’arrière-plan {name} est protégé par un mot de passe ; enregistrez-le sans, et choisissez celui-là.</translation>
    </message>
    <message>
      <source>Background {name} {error}.</source>
      <translation>L’arrière-plan {name} {error}.</translation>
    </message>
    <message>
      <source>Background {name}: page {page} cannot be shown ({why}); export the slides again.</source>
      <translation>Arrière-plan {name} : la page {page} ne peut pas être affichée ({why}) ; exportez à nouveau les diapositives.</translation>
    </message>
    <message>
      <source>Balanced</source>
      <translation>Équilibré</translation>
    </message>
    <message>
      <source>Before</source>
      <translation>Avant</translation>
    </message>
    <message>
      <source>Before and after, for files (V)</source>
      <translation>Avant et après, pour les fichiers (V)</translation>
    </message>
    <message>
      <source>Begin</source>
      <translation>Commencer</translation>
    </message>
    <message>
      <source>Begin again at the end</source>
      <translation>Recommencer à la fin</translation>
    </message>
    <message>
      <source>Begin now</source>
      <translation>Commencer</translation>
    </message>
    <message>
      <source>Best</source>
      <translation>Meilleur</translation>
    </message>
    <message>
      <source>Best (hardly longer)</source>
      <translation>Meilleur (à peine plus long)</translation>
    </message>
    <message>
      <source>Best ({ratio:.0f} times longer)</source>
      <translation>Meilleur ({ratio:.0f}× plus long)</translation>
    </message>
    <message>
      <source>Best the camera offers</source>
      <translation>Le mieux qu’offre la caméra</translation>
    </message>
    <message>
      <source>Blur</source>
      <translation>Flou</translation>
    </message>
    <message>
      <source>Blur my room</source>
      <translation>Flouter ma pièce</translation>
    </message>
    <message>
      <source>Blur strength</source>
      <translation>Force du flou</translation>
    </message>
    <message>
      <source>Bokeh</source>
      <translation>Bokeh</translation>
    </message>
    <message>
      <source>Bookshelf</source>
      <translation>Bibliothèque</translation>
    </message>
    <message>
      <source>Both</source>
      <translation>Les deux</translation>
    </message>
    <message>
      <source>Brightness</source>
      <translation>Luminosité</translation>
    </message>
    <message>
      <source>Built-in sample</source>
      <translation>Exemple fourni</translation>
    </message>
    <message>
      <source>Built-in sample as a camera</source>
      <translation>Exemple fourni, comme caméra</translation>
    </message>
    <message>
      <source>Calms flicker where nothing moves.</source>
      <translation>Calme le scintillement là où rien ne bouge.</translation>
    </message>
    <message>
      <source>Camera or file</source>
      <translation>Caméra ou fichier</translation>
    </message>
    <message>
      <source>Camera resolution and frame rate</source>
      <translation>Résolution et cadence de la caméra</translation>
    </message>
    <message>
      <source>Camera {index} cannot be opened; close programs that use it.</source>
      <translation>La caméra {index} ne peut pas être ouverte ; fermez les programmes qui l’utilisent.</translation>
    </message>
    <message>
      <source>Cameras</source>
      <translation>Caméras</translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation>Annuler</translation>
    </message>
    <message>
      <source>Cancel this export</source>
      <translation>Annuler cet export</translation>
    </message>
    <message>
      <source>Cancelled</source>
      <translation>Annulé</translation>
    </message>
    <message>
      <source>Cancelled; the first part is kept</source>
      <translation>Annulé ; le début est conservé</translation>
    </message>
    <message>
      <source>Cancelling…</source>
      <translation>Annulation…</translation>
    </message>
    <message>
      <source>Carry every sound track over</source>
      <translation>Reprendre toutes les pistes sonores</translation>
    </message>
    <message>
      <source>Change keys…</source>
      <translation>Changer les touches…</translation>
    </message>
    <message>
      <source>Choose a camera or a file</source>
      <translation>Choisissez une caméra ou un fichier</translation>
    </message>
    <message>
      <source>Choose a file</source>
      <translation>Choisir un fichier</translation>
    </message>
    <message>
      <source>Choose where recordings go</source>
      <translation>Choisir où vont les enregistrements</translation>
    </message>
    <message>
      <source>Choose where to write</source>
      <translation>Choisir où écrire</translation>
    </message>
    <message>
      <source>Choose where to write.</source>
      <translation>Choisissez où écrire.</translation>
    </message>
    <message>
      <source>Choose “{device}” in the other program.</source>
      <translation>Choisissez « {device} » dans l’autre programme.</translation>
    </message>
    <message>
      <source>Choose “{name}” in the other program.</source>
      <translation>Choisissez « {name} » dans l’autre programme.</translation>
    </message>
    <message>
      <source>Chroma green</source>
      <translation>Vert chroma</translation>
    </message>
    <message>
      <source>Clear all</source>
      <translation>Tout effacer</translation>
    </message>
    <message>
      <source>Click a key, then press another one. At the end: keys that act everywhere.</source>
      <translation>Cliquez sur une touche, puis appuyez sur une autre. À la fin : les touches qui agissent partout.</translation>
    </message>
    <message>
      <source>Click on a thing, a microphone or a chair, or draw around it: all of it is kept</source>
      <translation>Cliquez sur une chose, micro ou chaise, ou entourez-la : tout en est conservé</translation>
    </message>
    <message>
      <source>Click on what shall always be seen, a microphone or a chair; or draw around it.</source>
      <translation>Cliquez sur ce qui doit toujours être vu, micro ou chaise ; ou entourez-le.</translation>
    </message>
    <message>
      <source>Click, then press another key for: {action}</source>
      <translation>Cliquez, puis appuyez sur une autre touche pour : {action}</translation>
    </message>
    <message>
      <source>Close</source>
      <translation>Fermer</translation>
    </message>
    <message>
      <source>Close Backdrop?</source>
      <translation>Fermer Backdrop ?</translation>
    </message>
    <message>
      <source>Close when done</source>
      <translation>Fermer ensuite</translation>
    </message>
    <message>
      <source>Closer, as the wheel does</source>
      <translation>Plus près, comme avec la molette</translation>
    </message>
    <message>
      <source>Codec</source>
      <translation>Codec</translation>
    </message>
    <message>
      <source>Colour as #rrggbb</source>
      <translation>Couleur au format #rrggbb</translation>
    </message>
    <message>
      <source>Compare</source>
      <translation>Comparer</translation>
    </message>
    <message>
      <source>Connect</source>
      <translation>Se connecter</translation>
    </message>
    <message>
      <source>Copied.</source>
      <translation>Copié.</translation>
    </message>
    <message>
      <source>Copy for a report</source>
      <translation>Copier pour un rapport</translation>
    </message>
    <message>
      <source>Counts down while you step out</source>
      <translation>Compte à rebours pendant que vous sortez du champ</translation>
    </message>
    <message>
      <source>Cover the picture, cutting what is over</source>
      <translation>Couvrir l’image, en coupant ce qui dépasse</translation>
    </message>
    <message>
      <source>Cutout</source>
      <translation>Détourage</translation>
    </message>
    <message>
      <source>Dark</source>
      <translation>Sombre</translation>
    </message>
    <message>
      <source>Darkens or brightens the new background.</source>
      <translation>Assombrit ou éclaircit le nouvel arrière-plan.</translation>
    </message>
    <message>
      <source>Daylight</source>
      <translation>Lumière du jour</translation>
    </message>
    <message>
      <source>Deinterlace</source>
      <translation>Désentrelacer</translation>
    </message>
    <message>
      <source>Delay, 95 %</source>
      <translation>Délai, 95 %</translation>
    </message>
    <message>
      <source>Delay, median</source>
      <translation>Délai, médiane</translation>
    </message>
    <message>
      <source>Delete this preset</source>
      <translation>Supprimer ce préréglage</translation>
    </message>
    <message>
      <source>Delete what is known of this room</source>
      <translation>Supprimer ce qu’on sait de cette pièce</translation>
    </message>
    <message>
      <source>Details</source>
      <translation>Détails</translation>
    </message>
    <message>
      <source>Device</source>
      <translation>Appareil</translation>
    </message>
    <message>
      <source>Digits of a number, at least</source>
      <translation>Nombre minimal de chiffres</translation>
    </message>
    <message>
      <source>Do it again</source>
      <translation>Rétablir</translation>
    </message>
    <message>
      <source>Do not close (Enter, Esc)</source>
      <translation>Ne pas fermer (Enter, Esc)</translation>
    </message>
    <message>
      <source>Do not connect</source>
      <translation>Ne pas se connecter</translation>
    </message>
    <message>
      <source>Do not record yet (Esc)</source>
      <translation>Ne pas enregistrer encore (Esc)</translation>
    </message>
    <message>
      <source>Do not save</source>
      <translation>Ne pas enregistrer</translation>
    </message>
    <message>
      <source>Done</source>
      <translation>Terminé</translation>
    </message>
    <message>
      <source>Done at {rate:.0f} frames/s</source>
      <translation>Terminé, à {rate:.0f} images/s</translation>
    </message>
    <message>
      <source>Down</source>
      <translation>Vertical</translation>
    </message>
    <message>
      <source>Drag a box around the part where you are. Outside of it nothing is ever kept.</source>
      <translation>Tracez un cadre autour de la partie où vous êtes. Rien n’est jamais conservé au-dehors.</translation>
    </message>
    <message>
      <source>Drag a box: outside of it nothing is ever kept</source>
      <translation>Tracez un cadre : rien n’est jamais conservé au-dehors</translation>
    </message>
    <message>
      <source>Drag or click to go there; the arrow keys go by a second</source>
      <translation>Faites glisser ou cliquez pour y aller ; les flèches avancent d’une seconde</translation>
    </message>
    <message>
      <source>Draw around it: nothing in it is ever kept</source>
      <translation>Entourez : rien n’y est jamais conservé</translation>
    </message>
    <message>
      <source>Draw around what shall never be seen.</source>
      <translation>Entourez ce qui ne doit jamais être vu.</translation>
    </message>
    <message>
      <source>Draw in the picture where nothing is ever kept, or all of it</source>
      <translation>Tracer dans l’image où rien n’est jamais gardé, ou tout</translation>
    </message>
    <message>
      <source>Drop to open</source>
      <translation>Déposez pour ouvrir</translation>
    </message>
    <message>
      <source>Dropped</source>
      <translation>Abandonnées</translation>
    </message>
    <message>
      <source>Dusk</source>
      <translation>Crépuscule</translation>
    </message>
    <message>
      <source>Edge softness</source>
      <translation>Douceur du bord</translation>
    </message>
    <message>
      <source>Edge trim</source>
      <translation>Rognage du bord</translation>
    </message>
    <message>
      <source>Encoders</source>
      <translation>Encodeurs</translation>
    </message>
    <message>
      <source>End of the part</source>
      <translation>Fin de l’extrait</translation>
    </message>
    <message>
      <source>Engine</source>
      <translation>Calcul</translation>
    </message>
    <message>
      <source>Error</source>
      <translation>Erreur</translation>
    </message>
    <message>
      <source>Every key as it was at first</source>
      <translation>Toutes les touches comme au début</translation>
    </message>
    <message>
      <source>Everyone</source>
      <translation>Tous</translation>
    </message>
    <message>
      <source>Export</source>
      <translation>Exporter</translation>
    </message>
    <message>
      <source>Export all files</source>
      <translation>Exporter tous les fichiers</translation>
    </message>
    <message>
      <source>Export all…</source>
      <translation>Tout exporter…</translation>
    </message>
    <message>
      <source>Export of {name}</source>
      <translation>Export de {name}</translation>
    </message>
    <message>
      <source>Export this file</source>
      <translation>Exporter ce fichier</translation>
    </message>
    <message>
      <source>Export {name}</source>
      <translation>Exporter {name}</translation>
    </message>
    <message numerus="yes">
      <source>Export {n} files</source>
      <extracomment>n = 1: Export {n} file</extracomment>
      <translation>
        <numerusform>Exporter {n} fichier</numerusform>
        <numerusform>Exporter {n} fichiers</numerusform>
      </translation>
    </message>
    <message>
      <source>Exports</source>
      <translation>Exports</translation>
    </message>
    <message>
      <source>Exports are for files. Open a video or a picture first; a camera is recorded with the red button.</source>
      <translation>L’export est fait pour les fichiers. Ouvrez d’abord une vidéo ou une image ; une caméra s’enregistre avec le bouton rouge.</translation>
    </message>
    <message>
      <source>Export…</source>
      <translation>Exporter…</translation>
    </message>
    <message>
      <source>Failed</source>
      <translation>Échec</translation>
    </message>
    <message>
      <source>Fast</source>
      <translation>Rapide</translation>
    </message>
    <message>
      <source>File size</source>
      <translation>Taille du fichier</translation>
    </message>
    <message>
      <source>File type</source>
      <translation>Type de fichier</translation>
    </message>
    <message>
      <source>Files are written one after the other: {reason}</source>
      <translation>Les fichiers sont écrits l’un après l’autre : {reason}</translation>
    </message>
    <message>
      <source>Files of the name {path} appeared meanwhile and were not replaced</source>
      <translation>Des fichiers nommés {path} sont apparus entre-temps et n’ont pas été remplacés</translation>
    </message>
    <message>
      <source>Files to go through</source>
      <translation>Fichiers à parcourir</translation>
    </message>
    <message>
      <source>Fill</source>
      <translation>Remplir</translation>
    </message>
    <message>
      <source>Find out what a frame costs with each model; the picture waits meanwhile</source>
      <translation>Voir ce que coûte une image avec chaque modèle ; l’image attend pendant ce temps</translation>
    </message>
    <message>
      <source>Finish and close</source>
      <translation>Terminer et fermer</translation>
    </message>
    <message>
      <source>Finish the exports, then close</source>
      <translation>Terminer les exports, puis fermer</translation>
    </message>
    <message>
      <source>Finish this recording</source>
      <translation>Terminer cet enregistrement</translation>
    </message>
    <message>
      <source>Finished frames a second</source>
      <translation>Images terminées par seconde</translation>
    </message>
    <message>
      <source>Finishing the file…</source>
      <translation>Finalisation du fichier…</translation>
    </message>
    <message>
      <source>Fit</source>
      <translation>Ajuster</translation>
    </message>
    <message>
      <source>Fit, blur and brightness of the background</source>
      <translation>Cadrage, flou et luminosité de l’arrière-plan</translation>
    </message>
    <message>
      <source>Flip yourself left to right, not the background (M)</source>
      <translation>Vous inverser de gauche à droite, pas l’arrière-plan (M)</translation>
    </message>
    <message>
      <source>Fold or unfold {title}</source>
      <translation>Plier ou déplier {title}</translation>
    </message>
    <message>
      <source>Fold the exports away</source>
      <translation>Replier les exports</translation>
    </message>
    <message>
      <source>For those who want to know</source>
      <translation>Pour ceux qui veulent savoir</translation>
    </message>
    <message>
      <source>Forget</source>
      <translation>Oublier</translation>
    </message>
    <message>
      <source>Frames a second that the source delivers</source>
      <translation>Images par seconde fournies par la source</translation>
    </message>
    <message>
      <source>Frames are shown again or left out; sound stays</source>
      <translation>Des images sont répétées ou omises ; le son reste</translation>
    </message>
    <message>
      <source>Frames in</source>
      <translation>Images reçues</translation>
    </message>
    <message>
      <source>Frames never leave this computer.</source>
      <translation>Les images ne quittent jamais cet ordinateur.</translation>
    </message>
    <message>
      <source>Frames out</source>
      <translation>Images rendues</translation>
    </message>
    <message>
      <source>Frames per second</source>
      <translation>Images par seconde</translation>
    </message>
    <message>
      <source>Frames that were replaced by newer ones before their turn</source>
      <translation>Images remplacées par de plus récentes avant leur tour</translation>
    </message>
    <message>
      <source>From</source>
      <translation>De</translation>
    </message>
    <message>
      <source>From capture to finished picture</source>
      <translation>De la capture à l’image finie</translation>
    </message>
    <message>
      <source>From last time, not begun yet</source>
      <translation>De la dernière fois, pas encore commencé</translation>
    </message>
    <message>
      <source>From whatever you uncover while you move; off: nothing is learnt</source>
      <translation>D’après tout ce que vous découvrez en bougeant ; désactivé : rien n’est appris</translation>
    </message>
    <message>
      <source>Full</source>
      <translation>Complète</translation>
    </message>
    <message>
      <source>Full quality again.</source>
      <translation>De nouveau en pleine qualité.</translation>
    </message>
    <message>
      <source>Full screen</source>
      <translation>Plein écran</translation>
    </message>
    <message>
      <source>Full screen (F11)</source>
      <translation>Plein écran (F11)</translation>
    </message>
    <message>
      <source>Further away</source>
      <translation>Plus loin</translation>
    </message>
    <message>
      <source>Give them other keys</source>
      <translation>Leur donner d’autres touches</translation>
    </message>
    <message>
      <source>Graphics</source>
      <translation>Carte graphique</translation>
    </message>
    <message>
      <source>Graphics card (NVIDIA)</source>
      <translation>Carte graphique (NVIDIA)</translation>
    </message>
    <message>
      <source>Graphite</source>
      <translation>Graphite</translation>
    </message>
    <message>
      <source>Hide or show the side panel</source>
      <translation>Montrer ou cacher le panneau latéral</translation>
    </message>
    <message>
      <source>Hide time per stage</source>
      <translation>Masquer le temps</translation>
    </message>
    <message>
      <source>Hills</source>
      <translation>Collines</translation>
    </message>
    <message>
      <source>How large you are before the background.</source>
      <translation>Votre taille devant l’arrière-plan.</translation>
    </message>
    <message>
      <source>How many files are written side by side</source>
      <translation>Combien de fichiers sont écrits en parallèle</translation>
    </message>
    <message>
      <source>How much of the room can still be made out.</source>
      <translation>Ce qu’on distingue encore de la pièce.</translation>
    </message>
    <message>
      <source>How the background fits</source>
      <translation>Comment l’arrière-plan est cadré</translation>
    </message>
    <message>
      <source>How the picture is compressed</source>
      <translation>Comment l’image est compressée</translation>
    </message>
    <message>
      <source>Hue</source>
      <translation>Teinte</translation>
    </message>
    <message>
      <source>In the corner</source>
      <translation>Dans le coin</translation>
    </message>
    <message>
      <source>Info</source>
      <translation>Info</translation>
    </message>
    <message>
      <source>Install OBS Studio 26 or newer, which brings the OBS Virtual Camera, or Unity Capture, and start this program again.</source>
      <translation>Installez OBS Studio 26 ou plus récent, qui apporte OBS Virtual Camera, ou Unity Capture, et redémarrez ce programme.</translation>
    </message>
    <message>
      <source>Install OBS Studio 30 or newer, start its virtual camera once, allow the extension in the system settings, and start this program again.</source>
      <translation>Installez OBS Studio 30 ou plus récent, démarrez une fois sa caméra virtuelle, autorisez l’extension dans les réglages du système, et redémarrez ce programme.</translation>
    </message>
    <message>
      <source>Install the optional package first: pip install pyvirtualcam</source>
      <translation>Installez d’abord le paquet facultatif : pip install pyvirtualcam</translation>
    </message>
    <message>
      <source>Install the v4l2loopback kernel module (Debian and Ubuntu: sudo apt install v4l2loopback-dkms), then run: {command}</source>
      <translation>Installez le module noyau v4l2loopback (Debian et Ubuntu : sudo apt install v4l2loopback-dkms), puis lancez : {command}</translation>
    </message>
    <message>
      <source>It brings no text of its licence.</source>
      <translation>Aucun texte de licence n’est fourni.</translation>
    </message>
    <message>
      <source>It is lost then</source>
      <translation>Il sera alors perdu</translation>
    </message>
    <message>
      <source>Its matte is {name}, beside it.</source>
      <translation>Son matte est {name}, à côté.</translation>
    </message>
    <message>
      <source>Its name on the command line, and the beginning of its file's SHA-256</source>
      <translation>Son nom en ligne de commande, et le début du SHA-256 de son fichier</translation>
    </message>
    <message>
      <source>Its shape is kept</source>
      <translation>Ses proportions sont conservées</translation>
    </message>
    <message>
      <source>JPEG pictures</source>
      <translation>Images JPEG</translation>
    </message>
    <message>
      <source>Keep all people in the picture</source>
      <translation>Garder toutes les personnes de l’image</translation>
    </message>
    <message>
      <source>Keep going</source>
      <translation>Continuer</translation>
    </message>
    <message>
      <source>Keep it as the background</source>
      <translation>La garder comme arrière-plan</translation>
    </message>
    <message>
      <source>Keep only the largest person</source>
      <translation>Ne garder que la plus grande personne</translation>
    </message>
    <message>
      <source>Keep the sound</source>
      <translation>Garder le son</translation>
    </message>
    <message>
      <source>Keep these keys (Esc)</source>
      <translation>Garder ces touches (Esc)</translation>
    </message>
    <message>
      <source>Keep what is done, and end</source>
      <translation>Garder ce qui est fait, et finir</translation>
    </message>
    <message>
      <source>Kept. Drag its corners where it is not quite right.</source>
      <translation>Conservé. Tirez ses coins là où ce n’est pas tout à fait juste.</translation>
    </message>
    <message>
      <source>Kept. Not what you meant? Click on it again.</source>
      <translation>Conservé. Ce n’est pas ce que vous vouliez ? Cliquez à nouveau dessus.</translation>
    </message>
    <message>
      <source>Keyboard</source>
      <translation>Clavier</translation>
    </message>
    <message>
      <source>Keyboard shortcuts</source>
      <translation>Raccourcis clavier</translation>
    </message>
    <message>
      <source>Keys</source>
      <translation>Touches</translation>
    </message>
    <message>
      <source>Language</source>
      <translation>Langue</translation>
    </message>
    <message>
      <source>Large</source>
      <translation>Grand</translation>
    </message>
    <message>
      <source>Largest only</source>
      <translation>La plus grande</translation>
    </message>
    <message>
      <source>Later</source>
      <translation>Plus tard</translation>
    </message>
    <message>
      <source>Learn again</source>
      <translation>Réapprendre</translation>
    </message>
    <message>
      <source>Learn my room</source>
      <translation>Apprendre ma pièce</translation>
    </message>
    <message>
      <source>Learn the room by itself</source>
      <translation>Apprendre la pièce automatiquement</translation>
    </message>
    <message>
      <source>Learning the room: {share:.0%}</source>
      <translation>Apprentissage de la pièce : {share:.0%}</translation>
    </message>
    <message>
      <source>Leave out the start or the end</source>
      <translation>Laisser de côté le début ou la fin</translation>
    </message>
    <message>
      <source>Leftovers</source>
      <translation>Restes</translation>
    </message>
    <message>
      <source>Let it be heard</source>
      <translation>Rétablir le son</translation>
    </message>
    <message>
      <source>Let the film be heard, or not</source>
      <translation>Entendre le film, ou non</translation>
    </message>
    <message>
      <source>Let the part end here</source>
      <translation>L’extrait finit ici</translation>
    </message>
    <message>
      <source>Let the part start here</source>
      <translation>L’extrait commence ici</translation>
    </message>
    <message>
      <source>Lets the new background glow over the edge.</source>
      <translation>Laisse le nouvel arrière-plan déborder en lumière sur le contour.</translation>
    </message>
    <message>
      <source>Lets you cast a soft shadow on the background.</source>
      <translation>Vous fait projeter une ombre douce sur l’arrière-plan.</translation>
    </message>
    <message>
      <source>Licence</source>
      <translation>Licence</translation>
    </message>
    <message>
      <source>Licences</source>
      <translation>Licences</translation>
    </message>
    <message>
      <source>Light</source>
      <translation>Clair</translation>
    </message>
    <message>
      <source>Light enough for any computer without a graphics card.</source>
      <translation>Assez léger pour tout ordinateur sans carte graphique.</translation>
    </message>
    <message>
      <source>Light wrap</source>
      <translation>Halo de lumière</translation>
    </message>
    <message>
      <source>Like the system</source>
      <translation>Comme le système</translation>
    </message>
    <message>
      <source>Look</source>
      <translation>Rendu</translation>
    </message>
    <message>
      <source>Look twice at each picture</source>
      <translation>Regarder chaque image deux fois</translation>
    </message>
    <message>
      <source>Looking around; the models are timed, too…</source>
      <translation>Examen en cours ; les modèles sont aussi chronométrés…</translation>
    </message>
    <message>
      <source>Looking for a camera…</source>
      <translation>Recherche d’une caméra…</translation>
    </message>
    <message>
      <source>Looking for its outline...</source>
      <translation>Recherche de son contour…</translation>
    </message>
    <message>
      <source>MIT for the weights; the training pictures have terms of their own: weights/README.md</source>
      <translation>MIT pour les poids ; les images d’entraînement ont leurs propres conditions : weights/README.md</translation>
    </message>
    <message>
      <source>MP4 files and virtual cameras know no transparency: black stands behind you there. Snapshots and exports keep it.</source>
      <translation>Les fichiers MP4 et les caméras virtuelles ignorent la transparence : le fond y est noir. Les instantanés et les exports la gardent.</translation>
    </message>
    <message>
      <source>MP4, plays everywhere</source>
      <translation>MP4, lisible partout</translation>
    </message>
    <message>
      <source>Make whole frames (deinterlace)</source>
      <translation>Reconstituer les images (désentrelacer)</translation>
    </message>
    <message>
      <source>Makes {size} in {duration} on this machine, as tried on a few frames.</source>
      <translation>Donne {size} en {duration} sur cette machine, d’après un essai sur quelques images.</translation>
    </message>
    <message>
      <source>Match light</source>
      <translation>Accorder lumière</translation>
    </message>
    <message>
      <source>Matroska (MKV)</source>
      <translation>Matroska (MKV)</translation>
    </message>
    <message>
      <source>Matte</source>
      <translation>Matte</translation>
    </message>
    <message>
      <source>Meanwhile Backdrop prepares itself for this processor, which takes about a minute at the very first start.</source>
      <translation>Pendant ce temps, Backdrop se prépare pour ce processeur, ce qui prend environ une minute au tout premier démarrage.</translation>
    </message>
    <message>
      <source>Measure models</source>
      <translation>Mesurer les modèles</translation>
    </message>
    <message>
      <source>Measuring how long it takes…</source>
      <translation>Mesure de la durée…</translation>
    </message>
    <message>
      <source>Measuring…</source>
      <translation>Mesure en cours…</translation>
    </message>
    <message>
      <source>Microphone</source>
      <translation>Micro</translation>
    </message>
    <message>
      <source>Mint</source>
      <translation>Menthe</translation>
    </message>
    <message>
      <source>Minutes and seconds, as in 1:23.5; the arrow keys go by seconds</source>
      <translation>Minutes et secondes, comme 1:23,5 ; les flèches avancent par secondes</translation>
    </message>
    <message>
      <source>Mirror me</source>
      <translation>Me refléter</translation>
    </message>
    <message>
      <source>Mix a colour</source>
      <translation>Composer une couleur</translation>
    </message>
    <message>
      <source>Model</source>
      <translation>Modèle</translation>
    </message>
    <message>
      <source>Model {name}</source>
      <translation>Modèle {name}</translation>
    </message>
    <message>
      <source>Models</source>
      <translation>Modèles</translation>
    </message>
    <message>
      <source>More</source>
      <translation>Plus</translation>
    </message>
    <message>
      <source>More trims the edge closer to the person.</source>
      <translation>Plus : le bord est rogné plus près de la personne.</translation>
    </message>
    <message>
      <source>Move this bar to the bottom</source>
      <translation>Déplacer cette barre en bas</translation>
    </message>
    <message>
      <source>Move this bar to the top</source>
      <translation>Déplacer cette barre en haut</translation>
    </message>
    <message>
      <source>Moves you to the left or right.</source>
      <translation>Vous déplace à gauche ou à droite.</translation>
    </message>
    <message>
      <source>Moves you up or down.</source>
      <translation>Vous déplace vers le haut ou le bas.</translation>
    </message>
    <message>
      <source>Moves your brightness and colour toward the background's.</source>
      <translation>Rapproche votre luminosité et vos couleurs de celles de l’arrière-plan.</translation>
    </message>
    <message>
      <source>Mute</source>
      <translation>Couper le son</translation>
    </message>
    <message>
      <source>Mute (N)</source>
      <translation>Couper le son (N)</translation>
    </message>
    <message>
      <source>My camera</source>
      <translation>Ma caméra</translation>
    </message>
    <message>
      <source>My camera: {name}</source>
      <translation>Ma caméra : {name}</translation>
    </message>
    <message>
      <source>My room</source>
      <translation>Ma pièce</translation>
    </message>
    <message>
      <source>My room is the background, so nothing would be replaced; choose another.</source>
      <translation>Ma pièce est l’arrière-plan, rien ne serait donc remplacé ; choisissez-en un autre.</translation>
    </message>
    <message>
      <source>My room: nothing is replaced, for a moment</source>
      <translation>Ma pièce : rien n’est remplacé, pour un instant</translation>
    </message>
    <message>
      <source>My screen</source>
      <translation>Mon écran</translation>
    </message>
    <message>
      <source>Name</source>
      <translation>Nom</translation>
    </message>
    <message>
      <source>Name of the new preset</source>
      <translation>Nom du nouveau préréglage</translation>
    </message>
    <message>
      <source>Name this look</source>
      <translation>Nommez ce rendu</translation>
    </message>
    <message>
      <source>Never here</source>
      <translation>Jamais ici</translation>
    </message>
    <message>
      <source>Next background</source>
      <translation>Arrière-plan suivant</translation>
    </message>
    <message>
      <source>Next background (B)</source>
      <translation>Arrière-plan suivant (B)</translation>
    </message>
    <message>
      <source>Next slide (PgDown)</source>
      <translation>Diapositive suivante (PgDown)</translation>
    </message>
    <message>
      <source>Next slide behind me</source>
      <translation>Diapositive suivante</translation>
    </message>
    <message>
      <source>Next view</source>
      <translation>Vue suivante</translation>
    </message>
    <message>
      <source>Night blue</source>
      <translation>Bleu nuit</translation>
    </message>
    <message>
      <source>Nineteen of twenty frames are faster than this</source>
      <translation>Dix-neuf images sur vingt sont plus rapides</translation>
    </message>
    <message>
      <source>No camera was found, so the built-in sample plays. Plug one in, or open a file.</source>
      <translation>Aucune caméra n’a été trouvée, c’est donc l’exemple qui passe. Branchez-en une, ou ouvrez un fichier.</translation>
    </message>
    <message>
      <source>No camera was found; plug one in to choose it.</source>
      <translation>Aucune caméra n’a été trouvée ; branchez-en une pour la choisir.</translation>
    </message>
    <message>
      <source>No engine works. The background alone is shown.</source>
      <translation>Aucun calcul ne fonctionne. Seul l’arrière-plan est montré.</translation>
    </message>
    <message>
      <source>No engine works; choose another model or device.</source>
      <translation>Aucun calcul ne fonctionne ; choisissez un autre modèle ou appareil.</translation>
    </message>
    <message>
      <source>No frames yet</source>
      <translation>Pas encore d’images</translation>
    </message>
    <message>
      <source>No microphone is chosen, so nobody will be heard in the recording.</source>
      <translation>Aucun micro n’est choisi : on n’entendra personne dans l’enregistrement.</translation>
    </message>
    <message>
      <source>No preset</source>
      <translation>Aucun préréglage</translation>
    </message>
    <message>
      <source>No sound</source>
      <translation>Aucun son</translation>
    </message>
    <message>
      <source>No sound server answers ({error}); {advice}.</source>
      <translation>Aucun serveur de son ne répond ({error}) ; {advice}.</translation>
    </message>
    <message>
      <source>No sound server answers; {advice}.</source>
      <translation>Aucun serveur de son ne répond ; {advice}.</translation>
    </message>
    <message>
      <source>No speaker can be opened ({error}); plug one in.</source>
      <translation>Aucun haut-parleur ne peut être ouvert ({error}) ; branchez-en un.</translation>
    </message>
    <message>
      <source>No virtual camera could be opened. Tried {tried} {help}</source>
      <translation>Aucune caméra virtuelle n’a pu être ouverte. Essais : {tried} {help}</translation>
    </message>
    <message>
      <source>None in this picture</source>
      <translation>Aucune dans cette image</translation>
    </message>
    <message>
      <source>Not saved: {reason}. Choose another folder.</source>
      <translation>Non enregistré : {reason}. Choisissez un autre dossier.</translation>
    </message>
    <message>
      <source>Nothing at all is heard from {name}: is it switched off, or muted?</source>
      <translation>On n’entend absolument rien de {name} : est-il éteint, ou muet ?</translation>
    </message>
    <message>
      <source>Nothing is known of this room yet.</source>
      <translation>On ne sait encore rien de cette pièce.</translation>
    </message>
    <message>
      <source>Nothing stands out there. Draw around it instead.</source>
      <translation>Rien ne s’y détache. Entourez-le plutôt.</translation>
    </message>
    <message>
      <source>Nothing to redo</source>
      <translation>Rien à rétablir</translation>
    </message>
    <message>
      <source>Nothing to undo</source>
      <translation>Rien à annuler</translation>
    </message>
    <message>
      <source>Nothing was recorded: {why}.</source>
      <translation>Rien n’a été enregistré : {why}.</translation>
    </message>
    <message>
      <source>Number of the first picture</source>
      <translation>Numéro de la première image</translation>
    </message>
    <message>
      <source>Numbers</source>
      <translation>Numéros</translation>
    </message>
    <message>
      <source>Off: it is forgotten when you leave</source>
      <translation>Désactivé : elle est oubliée quand vous quittez</translation>
    </message>
    <message>
      <source>On the CPU everything is computed in float32; float16 is for GPUs.</source>
      <translation>Sur le processeur, tout est calculé en float32 ; float16 est pour les cartes graphiques.</translation>
    </message>
    <message>
      <source>One frame back</source>
      <translation>Une image en arrière</translation>
    </message>
    <message>
      <source>One frame back (,)</source>
      <translation>Une image en arrière (,)</translation>
    </message>
    <message>
      <source>One frame on</source>
      <translation>Une image en avant</translation>
    </message>
    <message>
      <source>One frame on (.)</source>
      <translation>Une image en avant (.)</translation>
    </message>
    <message>
      <source>One moment …</source>
      <translation>Un instant…</translation>
    </message>
    <message>
      <source>Only a part</source>
      <translation>Seulement un extrait</translation>
    </message>
    <message>
      <source>Only here</source>
      <translation>Ici seulement</translation>
    </message>
    <message>
      <source>Only the part that is marked</source>
      <translation>Seulement l’extrait marqué</translation>
    </message>
    <message numerus="yes">
      <source>Only the parts that are marked in {n} files</source>
      <extracomment>n = 1: Only the parts that are marked in 1 file</extracomment>
      <translation>
        <numerusform>Seulement les extraits marqués dans {n} fichier</numerusform>
        <numerusform>Seulement les extraits marqués dans {n} fichiers</numerusform>
      </translation>
    </message>
    <message>
      <source>Open</source>
      <translation>Ouvrir</translation>
    </message>
    <message>
      <source>Open a folder</source>
      <translation>Ouvrir un dossier</translation>
    </message>
    <message>
      <source>Open a network camera</source>
      <translation>Ouvrir une caméra réseau</translation>
    </message>
    <message>
      <source>Open a network camera (Ctrl+L)</source>
      <translation>Ouvrir une caméra réseau (Ctrl+L)</translation>
    </message>
    <message>
      <source>Open files</source>
      <translation>Ouvrir des fichiers</translation>
    </message>
    <message>
      <source>Open files or a folder (Ctrl+O)</source>
      <translation>Ouvrir des fichiers ou un dossier (Ctrl+O)</translation>
    </message>
    <message>
      <source>Open the folder that it lies in</source>
      <translation>Ouvrir le dossier où il se trouve</translation>
    </message>
    <message>
      <source>Open them as a film</source>
      <translation>Les ouvrir comme un film</translation>
    </message>
    <message>
      <source>Open videos or pictures</source>
      <translation>Ouvrir des vidéos ou des images</translation>
    </message>
    <message>
      <source>Opening {name}…</source>
      <translation>Ouverture de {name}…</translation>
    </message>
    <message>
      <source>Original</source>
      <translation>Original</translation>
    </message>
    <message>
      <source>Original, while held</source>
      <translation>L’original, tant que c’est enfoncé</translation>
    </message>
    <message>
      <source>Outline</source>
      <translation>Contour</translation>
    </message>
    <message>
      <source>Over your blurred room you stay where you are.</source>
      <translation>Sur votre pièce floutée, vous restez où vous êtes.</translation>
    </message>
    <message>
      <source>Own rate</source>
      <translation>Cadence d’origine</translation>
    </message>
    <message>
      <source>Own rate ({rate:.4g})</source>
      <translation>D’origine ({rate:.4g})</translation>
    </message>
    <message>
      <source>Own size</source>
      <translation>D’origine</translation>
    </message>
    <message>
      <source>PNG pictures</source>
      <translation>Images PNG</translation>
    </message>
    <message>
      <source>Page</source>
      <translation>Page</translation>
    </message>
    <message>
      <source>Parts</source>
      <translation>Composants</translation>
    </message>
    <message>
      <source>Passwords are not kept. Add yours after the name: name:password@…</source>
      <translation>Les mots de passe ne sont pas gardés. Ajoutez le vôtre après le nom : nom:motdepasse@…</translation>
    </message>
    <message>
      <source>Pattern of names</source>
      <translation>Modèle de noms</translation>
    </message>
    <message>
      <source>Pause</source>
      <translation>Pause</translation>
    </message>
    <message>
      <source>Pause or go on</source>
      <translation>Pause ou reprise</translation>
    </message>
    <message>
      <source>Pause or go on (space)</source>
      <translation>Pause ou reprise (espace)</translation>
    </message>
    <message>
      <source>Pause the recording</source>
      <translation>Suspendre l’enregistrement</translation>
    </message>
    <message>
      <source>Pause the recording (P)</source>
      <translation>Suspendre l’enregistrement (P)</translation>
    </message>
    <message>
      <source>Paused while this file is being exported</source>
      <translation>En pause pendant l’export de ce fichier</translation>
    </message>
    <message>
      <source>Person</source>
      <translation>Personne</translation>
    </message>
    <message>
      <source>Picture</source>
      <translation>Image</translation>
    </message>
    <message>
      <source>Picture, {zoom}</source>
      <translation>Image, {zoom}</translation>
    </message>
    <message>
      <source>Pictures of the slides</source>
      <translation>Images des diapositives</translation>
    </message>
    <message>
      <source>Pictures, videos and PDF</source>
      <translation>Images, vidéos et PDF</translation>
    </message>
    <message>
      <source>Play</source>
      <translation>Lire</translation>
    </message>
    <message>
      <source>Position in the video</source>
      <translation>Position dans la vidéo</translation>
    </message>
    <message>
      <source>Preset</source>
      <translation>Préréglage</translation>
    </message>
    <message>
      <source>Press a key…</source>
      <translation>Appuyez…</translation>
    </message>
    <message>
      <source>Previous slide (PgUp)</source>
      <translation>Diapositive précédente (PgUp)</translation>
    </message>
    <message>
      <source>Processor</source>
      <translation>Processeur</translation>
    </message>
    <message>
      <source>Processor (CPU)</source>
      <translation>Processeur (CPU)</translation>
    </message>
    <message>
      <source>Progress of {name}</source>
      <translation>Progression de {name}</translation>
    </message>
    <message>
      <source>Put away</source>
      <translation>Ranger</translation>
    </message>
    <message>
      <source>Put away all that have ended</source>
      <translation>Ranger tous ceux qui sont terminés</translation>
    </message>
    <message>
      <source>Put back</source>
      <translation>Remettre</translation>
    </message>
    <message>
      <source>PyAV {pyav} with libavcodec {libavcodec}</source>
      <translation>PyAV {pyav} avec libavcodec {libavcodec}</translation>
    </message>
    <message>
      <source>PySide6 is not installed; the command line works without it</source>
      <translation>PySide6 n’est pas installé ; la ligne de commande s’en passe</translation>
    </message>
    <message>
      <source>Qt does not load: {reason}</source>
      <translation>Qt ne se charge pas : {reason}</translation>
    </message>
    <message>
      <source>Qt {version}, but there is no screen here</source>
      <translation>Qt {version}, mais il n’y a pas d’écran ici</translation>
    </message>
    <message>
      <source>Quality</source>
      <translation>Qualité</translation>
    </message>
    <message>
      <source>QuickTime (MOV), for editing</source>
      <translation>QuickTime (MOV), pour le montage</translation>
    </message>
    <message>
      <source>Quit</source>
      <translation>Quitter</translation>
    </message>
    <message>
      <source>Range</source>
      <translation>Extrait</translation>
    </message>
    <message>
      <source>Rate and detail sink by themselves on a busy machine</source>
      <translation>La cadence et le détail baissent d’eux-mêmes quand l’ordinateur est occupé</translation>
    </message>
    <message>
      <source>Record</source>
      <translation>Enregistrer</translation>
    </message>
    <message>
      <source>Record the player as it runs, without the film's sound (R); Export writes the film</source>
      <translation>Enregistrer le lecteur tel quel, sans le son du film (R) ; Exporter écrit le film</translation>
    </message>
    <message>
      <source>Record what you see (R)</source>
      <translation>Enregistrer ce que vous voyez (R)</translation>
    </message>
    <message>
      <source>Record with sound</source>
      <translation>Avec le son</translation>
    </message>
    <message>
      <source>Record with this microphone</source>
      <translation>Enregistrer avec ce micro</translation>
    </message>
    <message>
      <source>Record with this one</source>
      <translation>Enregistrer avec celui-ci</translation>
    </message>
    <message>
      <source>Record without</source>
      <translation>Sans le son</translation>
    </message>
    <message>
      <source>Record without sound?</source>
      <translation>Enregistrer sans son ?</translation>
    </message>
    <message>
      <source>Record, stop recording</source>
      <translation>Enregistrer, arrêter</translation>
    </message>
    <message>
      <source>Recorded time</source>
      <translation>Temps enregistré</translation>
    </message>
    <message>
      <source>Recording</source>
      <translation>Enregistrement</translation>
    </message>
    <message>
      <source>Recordings and snapshots go to {path}. Choose another</source>
      <translation>Enregistrements et instantanés vont dans {path}. Choisir un autre dossier</translation>
    </message>
    <message>
      <source>Redo</source>
      <translation>Rétablir</translation>
    </message>
    <message>
      <source>Redo: {what}</source>
      <translation>Rétablir : {what}</translation>
    </message>
    <message>
      <source>Reduced</source>
      <translation>Réduite</translation>
    </message>
    <message>
      <source>Reduced quality, {rate:.0f} pictures a second</source>
      <translation>Qualité réduite, {rate:.0f} images par seconde</translation>
    </message>
    <message>
      <source>Remember this room on this computer</source>
      <translation>Garder cette pièce sur cet ordinateur</translation>
    </message>
    <message>
      <source>Remove every area of this source</source>
      <translation>Supprimer toutes les zones de cette source</translation>
    </message>
    <message>
      <source>Remove from the gallery</source>
      <translation>Retirer de la galerie</translation>
    </message>
    <message>
      <source>Remove the chosen area (Delete)</source>
      <translation>Supprimer la zone choisie (Suppr)</translation>
    </message>
    <message>
      <source>Replace the file that is there</source>
      <translation>Remplacer le fichier existant</translation>
    </message>
    <message>
      <source>Reset all</source>
      <translation>Tout réinitialiser</translation>
    </message>
    <message>
      <source>Reset place, light and shadow</source>
      <translation>Réinitialiser place, lumière et ombre</translation>
    </message>
    <message>
      <source>Reset the look to its defaults</source>
      <translation>Rétablir le rendu par défaut</translation>
    </message>
    <message>
      <source>Result</source>
      <translation>Résultat</translation>
    </message>
    <message>
      <source>Runs a little unevenly, {rate:.0f} pictures a second</source>
      <translation>Un peu irrégulier, {rate:.0f} images par seconde</translation>
    </message>
    <message>
      <source>Runs smoothly, {rate:.0f} pictures a second</source>
      <translation>Fluide, {rate:.0f} images par seconde</translation>
    </message>
    <message>
      <source>Sage</source>
      <translation>Sauge</translation>
    </message>
    <message>
      <source>Saturation and brightness</source>
      <translation>Saturation et luminosité</translation>
    </message>
    <message>
      <source>Save</source>
      <translation>Enregistrer</translation>
    </message>
    <message>
      <source>Save a snapshot</source>
      <translation>Enregistrer un instantané</translation>
    </message>
    <message>
      <source>Save a snapshot (S)</source>
      <translation>Enregistrer un instantané (S)</translation>
    </message>
    <message>
      <source>Save as</source>
      <translation>Fichier</translation>
    </message>
    <message>
      <source>Save as text…</source>
      <translation>Enregistrer en texte…</translation>
    </message>
    <message>
      <source>Save in</source>
      <translation>Dossier</translation>
    </message>
    <message>
      <source>Save the report</source>
      <translation>Enregistrer le rapport</translation>
    </message>
    <message>
      <source>Save this look as a preset</source>
      <translation>Enregistrer ce rendu comme préréglage</translation>
    </message>
    <message>
      <source>Saved as {name}.</source>
      <translation>Enregistré sous {name}.</translation>
    </message>
    <message>
      <source>Saved {name}, {length}.</source>
      <translation>{name} est enregistré, {length}.</translation>
    </message>
    <message>
      <source>Saved {name}.</source>
      <translation>{name} est enregistré.</translation>
    </message>
    <message>
      <source>See the original while held (O)</source>
      <translation>Voir l’original tant que c’est enfoncé (O)</translation>
    </message>
    <message>
      <source>Several cameras are called {word}; choose one by its number ({names}).</source>
      <translation>Plusieurs caméras s’appellent {word} ; choisissez-en une par son numéro ({names}).</translation>
    </message>
    <message>
      <source>Shadow</source>
      <translation>Ombre</translation>
    </message>
    <message>
      <source>Show Backdrop your room without you</source>
      <translation>Montrer à Backdrop votre pièce sans vous</translation>
    </message>
    <message>
      <source>Show all of the background, on black</source>
      <translation>Montrer tout l’arrière-plan, sur du noir</translation>
    </message>
    <message>
      <source>Show in folder</source>
      <translation>Ouvrir le dossier</translation>
    </message>
    <message>
      <source>Show me on a new background</source>
      <translation>Me montrer sur un nouvel arrière-plan</translation>
    </message>
    <message>
      <source>Show slides, my screen or a window</source>
      <translation>Montrer des diapositives, mon écran ou une fenêtre</translation>
    </message>
    <message>
      <source>Show the exports</source>
      <translation>Montrer les exports</translation>
    </message>
    <message>
      <source>Show the file in its usual program</source>
      <translation>Montrer le fichier dans son programme habituel</translation>
    </message>
    <message>
      <source>Show the log</source>
      <translation>Montrer le journal</translation>
    </message>
    <message>
      <source>Show this picture to other programs as a camera</source>
      <translation>Montrer cette image aux autres programmes comme une caméra</translation>
    </message>
    <message>
      <source>Show time per stage</source>
      <translation>Temps par étape</translation>
    </message>
    <message>
      <source>Side panel (F9)</source>
      <translation>Panneau latéral (F9)</translation>
    </message>
    <message>
      <source>Silent while a microphone records: it would hear the film</source>
      <translation>Silencieux tant qu’un micro enregistre : il entendrait le film</translation>
    </message>
    <message>
      <source>Six seconds that came along</source>
      <translation>Six secondes fournies avec le programme</translation>
    </message>
    <message>
      <source>Size</source>
      <translation>Taille</translation>
    </message>
    <message>
      <source>Size of the picture</source>
      <translation>Taille de l’image</translation>
    </message>
    <message>
      <source>Sky blue</source>
      <translation>Bleu ciel</translation>
    </message>
    <message>
      <source>Slide {number} of {count}</source>
      <translation>Diapositive {number} sur {count}</translation>
    </message>
    <message>
      <source>Slides of a PDF</source>
      <translation>Diapositives d’un PDF</translation>
    </message>
    <message>
      <source>Slides of a PDF…</source>
      <translation>Diapositives d’un PDF…</translation>
    </message>
    <message>
      <source>Small</source>
      <translation>Petit</translation>
    </message>
    <message>
      <source>Small view above other windows</source>
      <translation>Petite vue au-dessus des autres fenêtres</translation>
    </message>
    <message>
      <source>Small view above other windows (F10)</source>
      <translation>Petite vue au-dessus des autres fenêtres (F10)</translation>
    </message>
    <message>
      <source>Small, beside slides or a screen: for lectures</source>
      <translation>Petit, à côté de diapositives ou d’un écran : pour les cours</translation>
    </message>
    <message>
      <source>Softens the new background, as a lens does.</source>
      <translation>Adoucit le nouvel arrière-plan, comme un objectif.</translation>
    </message>
    <message>
      <source>Something moved in the picture, or somebody was still there. Try it again.</source>
      <translation>Quelque chose a bougé dans l’image, ou quelqu’un y était encore. Réessayez.</translation>
    </message>
    <message>
      <source>Something went wrong inside Backdrop while {doing} ({error}); the log tells where. Try it again, and report this if it happens again.</source>
      <translation>Un problème est survenu dans Backdrop ({doing} : {error}) ; le journal dit où. Réessayez, et signalez-le s’il se reproduit.</translation>
    </message>
    <message>
      <source>Something went wrong inside Backdrop. If it goes on, restart it; the log is {log_path}.</source>
      <translation>Un problème est survenu dans Backdrop. S’il persiste, redémarrez-le ; le journal est {log_path}.</translation>
    </message>
    <message>
      <source>Sooner</source>
      <translation>Plus tôt</translation>
    </message>
    <message>
      <source>Sound</source>
      <translation>Son</translation>
    </message>
    <message>
      <source>Sound cannot be played here ({error}).</source>
      <translation>Le son ne peut pas être joué ici ({error}).</translation>
    </message>
    <message>
      <source>Source</source>
      <translation>Source</translation>
    </message>
    <message>
      <source>Start of the part</source>
      <translation>Début de l’extrait</translation>
    </message>
    <message>
      <source>Starting on {device}</source>
      <translation>Démarrage sur {device}</translation>
    </message>
    <message>
      <source>Starting the engine.</source>
      <translation>Le calcul démarre.</translation>
    </message>
    <message>
      <source>Starting…</source>
      <translation>Démarrage…</translation>
    </message>
    <message>
      <source>Stay open</source>
      <translation>Rester ouvert</translation>
    </message>
    <message>
      <source>Stay out: Backdrop looks at the empty room …</source>
      <translation>Restez dehors : Backdrop regarde la pièce vide…</translation>
    </message>
    <message>
      <source>Steadiness</source>
      <translation>Stabilité</translation>
    </message>
    <message>
      <source>Step out of the picture for a moment: {seconds} …</source>
      <translation>Sortez un instant de l’image : {seconds}…</translation>
    </message>
    <message>
      <source>Stop</source>
      <translation>Arrêter</translation>
    </message>
    <message>
      <source>Stop and close</source>
      <translation>Arrêter et fermer</translation>
    </message>
    <message>
      <source>Studio</source>
      <translation>Studio</translation>
    </message>
    <message>
      <source>Studio white</source>
      <translation>Blanc studio</translation>
    </message>
    <message>
      <source>Takes {duration} on this machine, as measured.</source>
      <translation>Prend {duration} sur cette machine, d’après la mesure.</translation>
    </message>
    <message>
      <source>Text (*.txt)</source>
      <translation>Texte (*.txt)</translation>
    </message>
    <message>
      <source>That is no camera's address: {error}.</source>
      <translation>Ce n’est pas l’adresse d’une caméra : {error}.</translation>
    </message>
    <message>
      <source>That is the background itself; choose another name.</source>
      <translation>C’est l’arrière-plan lui-même ; choisissez un autre nom.</translation>
    </message>
    <message>
      <source>That is the file itself; choose another name.</source>
      <translation>C’est le fichier lui-même ; choisissez un autre nom.</translation>
    </message>
    <message>
      <source>That is what a look without a name is called.</source>
      <translation>C’est ainsi que s’appelle un rendu sans nom.</translation>
    </message>
    <message>
      <source>The GPU cannot be used: {error}. The log tells more.</source>
      <translation>La carte graphique est inutilisable : {error}. Le journal en dit plus.</translation>
    </message>
    <message>
      <source>The GPU failed ({error}). Continuing on the CPU from the same frame.</source>
      <translation>La carte graphique a échoué ({error}). Suite sur le processeur, à partir de la même image.</translation>
    </message>
    <message>
      <source>The GPU stopped working; the picture goes on with the CPU. Choose the GPU again to go back to it.</source>
      <translation>La carte graphique ne fonctionne plus ; l’image continue avec le processeur. Choisissez à nouveau la carte pour y revenir.</translation>
    </message>
    <message>
      <source>The alpha of this frame in the file is damaged.</source>
      <translation>L’alpha de cette image est endommagé dans le fichier.</translation>
    </message>
    <message>
      <source>The background alone is shown. {reason}</source>
      <translation>Seul l’arrière-plan est montré. {reason}</translation>
    </message>
    <message>
      <source>The background alone is shown: {sentence}. Choose another model or device.</source>
      <translation>Seul l’arrière-plan est montré : {sentence}. Choisissez un autre modèle ou appareil.</translation>
    </message>
    <message>
      <source>The background could not be read.</source>
      <translation>L’arrière-plan n’a pas pu être lu.</translation>
    </message>
    <message>
      <source>The background is being opened.</source>
      <translation>L’arrière-plan est en cours d’ouverture.</translation>
    </message>
    <message>
      <source>The camera does not answer ({reason}).</source>
      <translation>La caméra ne répond pas ({reason}).</translation>
    </message>
    <message>
      <source>The camera sends no pictures.</source>
      <translation>La caméra n’envoie pas d’images.</translation>
    </message>
    <message>
      <source>The camera shows another view; Backdrop gets to know this one.</source>
      <translation>La caméra montre une autre vue ; Backdrop fait connaissance avec elle.</translation>
    </message>
    <message>
      <source>The camera {name} is lost: {trouble}. The background is shown alone until it is back.</source>
      <translation>La caméra {name} est perdue : {trouble}. Seul l’arrière-plan est montré jusqu’à son retour.</translation>
    </message>
    <message>
      <source>The camera {name} shows nothing yet: {sentence}</source>
      <translation>La caméra {name} ne montre encore rien : {sentence}</translation>
    </message>
    <message>
      <source>The camera {path} cannot be opened ({reason}); check its plug, and that you belong to the group video.</source>
      <translation>La caméra {path} ne peut pas être ouverte ({reason}) ; vérifiez sa prise, et que vous faites partie du groupe video.</translation>
    </message>
    <message>
      <source>The codec's usual quality</source>
      <translation>La qualité habituelle du codec</translation>
    </message>
    <message>
      <source>The colour</source>
      <translation>La couleur</translation>
    </message>
    <message>
      <source>The disk is full, so the recording stopped; {kept} and plays. Free some space.</source>
      <translation>Le disque est plein, l’enregistrement s’est donc arrêté ; {kept} et se lit. Libérez de la place.</translation>
    </message>
    <message>
      <source>The engine failed on this frame.</source>
      <translation>Le calcul a échoué sur cette image.</translation>
    </message>
    <message>
      <source>The engine is starting.</source>
      <translation>Le calcul démarre.</translation>
    </message>
    <message>
      <source>The engine returned a picture of a wrong size.</source>
      <translation>Le calcul a rendu une image de taille incorrecte.</translation>
    </message>
    <message>
      <source>The engine returned no outline.</source>
      <translation>Le calcul n’a rendu aucun contour.</translation>
    </message>
    <message>
      <source>The engine still works on an earlier frame.</source>
      <translation>Le calcul traite encore une image précédente.</translation>
    </message>
    <message>
      <source>The engine took longer than a second for this frame.</source>
      <translation>Le calcul a mis plus d’une seconde pour cette image.</translation>
    </message>
    <message>
      <source>The export stopped: {message}</source>
      <translation>L’export s’est arrêté : {message}</translation>
    </message>
    <message>
      <source>The file name must end in {suffix} for this file type.</source>
      <translation>Pour ce type de fichier, le nom doit finir par {suffix}.</translation>
    </message>
    <message>
      <source>The file, or the folder for several</source>
      <translation>Le fichier, ou le dossier s’il y en a plusieurs</translation>
    </message>
    <message>
      <source>The film says that each frame holds two half-pictures, which show as stripes</source>
      <translation>Le film indique que chaque image contient deux demi-images, visibles comme des rayures</translation>
    </message>
    <message>
      <source>The finest edges; for a graphics card.</source>
      <translation>Les contours les plus fins ; pour une carte graphique.</translation>
    </message>
    <message>
      <source>The frames have {size} megapixels ({width}x{height}): they were written as VP8, since VP9 takes too much memory above {most}.</source>
      <translation>Les images ont {size} mégapixels ({width}x{height}) : elles ont été écrites en VP8, car VP9 demande trop de mémoire au-delà de {most}.</translation>
    </message>
    <message>
      <source>The larger model: finer edges and hair, and fewer mistakes</source>
      <translation>Le grand modèle : contours et cheveux plus fins, moins d’erreurs</translation>
    </message>
    <message>
      <source>The live picture has ended, there is nothing to show to other programs; choose a camera or a file first.</source>
      <translation>L’image en direct est terminée, il n’y a rien à montrer aux autres programmes ; choisissez d’abord une caméra ou un fichier.</translation>
    </message>
    <message>
      <source>The live picture has ended.</source>
      <translation>L’image en direct est terminée.</translation>
    </message>
    <message>
      <source>The microphone {name} cannot be opened ({tried}). Check that it is plugged in and that this program may use it, or record without sound.</source>
      <translation>Le micro {name} ne peut pas être ouvert ({tried}). Vérifiez qu’il est branché et que ce programme peut l’utiliser, ou enregistrez sans son.</translation>
    </message>
    <message>
      <source>The microphone {name} failed ({error}); check its plug.</source>
      <translation>Le micro {name} a échoué ({error}) ; vérifiez sa prise.</translation>
    </message>
    <message>
      <source>The model that is made for processors: good edges in little time</source>
      <translation>Le modèle fait pour les processeurs : de bons contours en peu de temps</translation>
    </message>
    <message>
      <source>The model that the window uses now</source>
      <translation>Le modèle que la fenêtre utilise à présent</translation>
    </message>
    <message>
      <source>The network that finds you</source>
      <translation>Le réseau qui vous trouve</translation>
    </message>
    <message>
      <source>The other files are written whole</source>
      <translation>Les autres fichiers sont écrits en entier</translation>
    </message>
    <message>
      <source>The part ends at {time}: drag, or arrow keys (] puts it here)
A double-click or Delete takes it back.</source>
      <translation>L’extrait finit à {time} : faites glisser ou utilisez les flèches (] le place ici)
Un double-clic ou Suppr annule.</translation>
    </message>
    <message>
      <source>The part starts at {time}: drag, or arrow keys ([ puts it here)
A double-click or Delete takes it back.</source>
      <translation>L’extrait commence à {time} : faites glisser ou utilisez les flèches ([ le place ici)
Un double-clic ou Suppr annule.</translation>
    </message>
    <message>
      <source>The person on the new background</source>
      <translation>La personne sur le nouvel arrière-plan</translation>
    </message>
    <message>
      <source>The person's outline in grey, for editing programs</source>
      <translation>Le contour de la personne en gris, pour les logiciels de montage</translation>
    </message>
    <message>
      <source>The picture of the empty room shows another one than the camera does; Backdrop learns from the camera instead.</source>
      <translation>L’image de la pièce vide en montre une autre que la caméra ; Backdrop apprend plutôt de la caméra.</translation>
    </message>
    <message>
      <source>The picture stopped because of a fault inside Backdrop. Choose the source again.</source>
      <translation>L’image s’est arrêtée à cause d’une erreur dans Backdrop. Choisissez à nouveau la source.</translation>
    </message>
    <message>
      <source>The picture, and its matte in a file beside it, in one pass</source>
      <translation>L’image, et son matte dans un fichier à côté, en une passe</translation>
    </message>
    <message>
      <source>The range is empty; let it end later than it starts.</source>
      <translation>L’extrait est vide ; sa fin doit venir après son début.</translation>
    </message>
    <message>
      <source>The recording stopped ({reason}); {kept}.</source>
      <translation>L’enregistrement s’est arrêté ({reason}) ; {kept}.</translation>
    </message>
    <message>
      <source>The recording stopped: {path} is not there any more; was its folder moved or removed, or its disk pulled out?</source>
      <translation>L’enregistrement s’est arrêté : {path} n’est plus là ; son dossier a-t-il été déplacé ou supprimé, ou son disque débranché ?</translation>
    </message>
    <message>
      <source>The recording {path} broke off; the log tells why.</source>
      <translation>L’enregistrement {path} s’est interrompu ; le journal dit pourquoi.</translation>
    </message>
    <message>
      <source>The same, into a file</source>
      <translation>La même chose, dans un fichier</translation>
    </message>
    <message>
      <source>The saved settings are of a later version of Backdrop and were replaced by defaults</source>
      <translation>Les réglages enregistrés viennent d’une version plus récente de Backdrop et ont été remplacés par ceux par défaut</translation>
    </message>
    <message>
      <source>The saved settings could not be read and were replaced by defaults</source>
      <translation>Les réglages enregistrés étaient illisibles et ont été remplacés par ceux par défaut</translation>
    </message>
    <message>
      <source>The saved settings had damaged entries ({names}), which were replaced by defaults</source>
      <translation>Les réglages enregistrés avaient des entrées endommagées ({names}), remplacées par celles par défaut</translation>
    </message>
    <message>
      <source>The screen is the background, which is shown live alone; choose another.</source>
      <translation>L’écran est l’arrière-plan, montré uniquement en direct ; choisissez-en un autre.</translation>
    </message>
    <message>
      <source>The slide before</source>
      <translation>Diapositive précédente</translation>
    </message>
    <message>
      <source>The snapshot cannot be saved: {error}</source>
      <translation>L’instantané ne peut pas être enregistré : {error}</translation>
    </message>
    <message>
      <source>The sound server cannot be used: {error}.</source>
      <translation>Le serveur de son est inutilisable : {error}.</translation>
    </message>
    <message>
      <source>The sound server gave up ({error}).</source>
      <translation>Le serveur de son a renoncé ({error}).</translation>
    </message>
    <message>
      <source>The sound that is recorded with the picture</source>
      <translation>Le son enregistré avec l’image</translation>
    </message>
    <message>
      <source>The source is being opened.</source>
      <translation>La source est en cours d’ouverture.</translation>
    </message>
    <message>
      <source>The speaker failed ({error}).</source>
      <translation>Le haut-parleur a échoué ({error}).</translation>
    </message>
    <message>
      <source>The virtual camera could not be opened: a fault of ours.</source>
      <translation>La caméra virtuelle n’a pas pu être ouverte : une erreur de notre part.</translation>
    </message>
    <message>
      <source>The virtual camera stopped ({error}). {help}</source>
      <translation>La caméra virtuelle s’est arrêtée ({error}). {help}</translation>
    </message>
    <message>
      <source>The virtual camera stopped because of a fault; the log tells more.</source>
      <translation>La caméra virtuelle s’est arrêtée à cause d’une erreur ; le journal en dit plus.</translation>
    </message>
    <message>
      <source>The whole picture</source>
      <translation>Toute l’image</translation>
    </message>
    <message>
      <source>The whole window again (F10)</source>
      <translation>À nouveau toute la fenêtre (F10)</translation>
    </message>
    <message>
      <source>The window</source>
      <translation>La fenêtre</translation>
    </message>
    <message>
      <source>There are {count} areas, which is all there can be.</source>
      <translation>Il y a {count} zones ; il ne peut pas y en avoir davantage.</translation>
    </message>
    <message>
      <source>There is no camera {word}: {there}.</source>
      <translation>Il n’y a pas de caméra {word} : {there}.</translation>
    </message>
    <message>
      <source>There is no folder {folder}; choose another.</source>
      <translation>Le dossier {folder} n’existe pas ; choisissez-en un autre.</translation>
    </message>
    <message>
      <source>There is no other window to be seen; open it first, then choose it here.</source>
      <translation>Aucune autre fenêtre n’est visible ; ouvrez-la d’abord, puis choisissez-la ici.</translation>
    </message>
    <message>
      <source>There is no picture yet; wait until you see it.</source>
      <translation>Il n’y a pas encore d’image ; attendez de la voir.</translation>
    </message>
    <message>
      <source>There is no v4l2loopback device. {help}</source>
      <translation>Il n’y a pas de périphérique v4l2loopback. {help}</translation>
    </message>
    <message>
      <source>There is nothing to record yet; choose a camera or a file first.</source>
      <translation>Il n’y a encore rien à enregistrer ; choisissez d’abord une caméra ou un fichier.</translation>
    </message>
    <message>
      <source>These follow one another; click one to go to it</source>
      <translation>Ils se suivent ; cliquez sur l’un d’eux pour y aller</translation>
    </message>
    <message>
      <source>These shortcuts</source>
      <translation>Ces raccourcis</translation>
    </message>
    <message>
      <source>This computer</source>
      <translation>Cet ordinateur</translation>
    </message>
    <message>
      <source>This computer has no virtual camera.</source>
      <translation>Cet ordinateur n’a pas de caméra virtuelle.</translation>
    </message>
    <message>
      <source>This computer offers no microphone</source>
      <translation>Cet ordinateur n’offre aucun micro</translation>
    </message>
    <message>
      <source>This computer offers no microphone, so nobody will be heard in the recording. Plug one in, or record without sound.</source>
      <translation>Cet ordinateur n’offre aucun micro : on n’entendra personne dans l’enregistrement. Branchez-en un, ou enregistrez sans son.</translation>
    </message>
    <message>
      <source>This desktop draws no window apart: what lies over the chosen one is seen, too. Keep it in front, or switch on the desktop's effects.</source>
      <translation>Ce bureau ne dessine pas les fenêtres séparément : ce qui couvre celle qui est choisie se voit aussi. Gardez-la devant, ou activez les effets du bureau.</translation>
    </message>
    <message>
      <source>This is your room without you.</source>
      <translation>Voici votre pièce sans vous.</translation>
    </message>
    <message>
      <source>This machine is busy: reduced quality.</source>
      <translation>L’ordinateur est occupé : qualité réduite.</translation>
    </message>
    <message>
      <source>This system does not let Backdrop see a single window; show the whole screen, or slides as a PDF, instead.</source>
      <translation>Ce système ne laisse pas Backdrop voir une seule fenêtre ; montrez plutôt tout l’écran, ou des diapositives en PDF.</translation>
    </message>
    <message>
      <source>This system does not let Backdrop see the screen; show slides as a folder of pictures instead.</source>
      <translation>Ce système ne laisse pas Backdrop voir l’écran ; montrez plutôt les diapositives comme un dossier d’images.</translation>
    </message>
    <message>
      <source>This system has no known virtual camera.</source>
      <translation>Aucune caméra virtuelle n’est connue pour ce système.</translation>
    </message>
    <message>
      <source>Time per stage</source>
      <translation>Temps par étape</translation>
    </message>
    <message>
      <source>To</source>
      <translation>À</translation>
    </message>
    <message>
      <source>Too much for this computer, {rate:.0f} pictures a second</source>
      <translation>Trop pour cet ordinateur, {rate:.0f} images par seconde</translation>
    </message>
    <message>
      <source>Transparent</source>
      <translation>Transparent</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>Réessayer</translation>
    </message>
    <message>
      <source>Try the sample</source>
      <translation>Essayer l’exemple</translation>
    </message>
    <message>
      <source>Turn slides every 10 seconds</source>
      <translation>Changer de diapositive toutes les 10 secondes</translation>
    </message>
    <message>
      <source>Undo</source>
      <translation>Annuler</translation>
    </message>
    <message>
      <source>Undo, in Look and Background</source>
      <translation>Annuler, dans Rendu et Arrière-plan</translation>
    </message>
    <message>
      <source>Undo: {what}</source>
      <translation>Annuler : {what}</translation>
    </message>
    <message>
      <source>Use this colour</source>
      <translation>Utiliser cette couleur</translation>
    </message>
    <message>
      <source>Version and models</source>
      <translation>Version et modèles</translation>
    </message>
    <message>
      <source>Version {version}</source>
      <translation>Version {version}</translation>
    </message>
    <message>
      <source>Version {version}, commit {commit}</source>
      <translation>Version {version}, commit {commit}</translation>
    </message>
    <message>
      <source>Version, models and what is found here; no names, no pictures</source>
      <translation>Version, modèles et ce qui est trouvé ici ; ni noms, ni images</translation>
    </message>
    <message>
      <source>Videos and pictures</source>
      <translation>Vidéos et images</translation>
    </message>
    <message>
      <source>Videos or pictures…</source>
      <translation>Vidéos ou images…</translation>
    </message>
    <message>
      <source>View</source>
      <translation>Vue</translation>
    </message>
    <message>
      <source>Virtual camera</source>
      <translation>Caméra virtuelle</translation>
    </message>
    <message>
      <source>Volume</source>
      <translation>Volume</translation>
    </message>
    <message>
      <source>Volume: {share:.0%}</source>
      <translation>Volume : {share:.0%}</translation>
    </message>
    <message>
      <source>Waiting</source>
      <translation>En attente</translation>
    </message>
    <message>
      <source>Waiting for a picture</source>
      <translation>En attente d’une image</translation>
    </message>
    <message>
      <source>Warm grey</source>
      <translation>Gris chaud</translation>
    </message>
    <message>
      <source>Warning</source>
      <translation>Avertissement</translation>
    </message>
    <message>
      <source>WebM, for the web</source>
      <translation>WebM, pour le Web</translation>
    </message>
    <message>
      <source>What Backdrop finds here</source>
      <translation>Ce que Backdrop trouve ici</translation>
    </message>
    <message>
      <source>What Backdrop is made of</source>
      <translation>Ce dont Backdrop est fait</translation>
    </message>
    <message>
      <source>What is known of the room</source>
      <translation>Ce qu’on sait de la pièce</translation>
    </message>
    <message>
      <source>What is written</source>
      <translation>Ce qui est écrit</translation>
    </message>
    <message>
      <source>What others see (V)</source>
      <translation>Ce que voient les autres (V)</translation>
    </message>
    <message>
      <source>What shall have a new background?</source>
      <translation>Que voulez-vous mettre sur un nouvel arrière-plan ?</translation>
    </message>
    <message>
      <source>What to ask the camera for</source>
      <translation>Ce qu’on demande à la caméra</translation>
    </message>
    <message>
      <source>What to draw</source>
      <translation>Ce qui est tracé</translation>
    </message>
    <message>
      <source>Where each frame's milliseconds go</source>
      <translation>Où passent les millisecondes de chaque image</translation>
    </message>
    <message>
      <source>Where is {name}?</source>
      <translation>Où est {name} ?</translation>
    </message>
    <message>
      <source>Where recordings go</source>
      <translation>Où vont les enregistrements</translation>
    </message>
    <message>
      <source>Where the network runs</source>
      <translation>Où le réseau calcule</translation>
    </message>
    <message>
      <source>Where the picture comes from</source>
      <translation>D’où vient l’image</translation>
    </message>
    <message>
      <source>Where to write</source>
      <translation>Où écrire</translation>
    </message>
    <message>
      <source>Which part of the background is seen, from left to right.</source>
      <translation>Quelle partie de l’arrière-plan est visible, de gauche à droite.</translation>
    </message>
    <message>
      <source>Which part of the background is seen, from top to bottom.</source>
      <translation>Quelle partie de l’arrière-plan est visible, de haut en bas.</translation>
    </message>
    <message>
      <source>Which programs can play it</source>
      <translation>Quels programmes peuvent le lire</translation>
    </message>
    <message>
      <source>While it is on, no other program gets that key</source>
      <translation>Tant que c’est activé, aucun autre programme ne reçoit cette touche</translation>
    </message>
    <message>
      <source>White is kept, black is replaced (V)</source>
      <translation>Le blanc est gardé, le noir remplacé (V)</translation>
    </message>
    <message>
      <source>Who stays in the picture</source>
      <translation>Qui reste dans l’image</translation>
    </message>
    <message>
      <source>Whole picture</source>
      <translation>Image entière</translation>
    </message>
    <message>
      <source>Window</source>
      <translation>Fenêtre</translation>
    </message>
    <message>
      <source>Windows does not answer; try again</source>
      <translation>Windows ne répond pas ; réessayez</translation>
    </message>
    <message>
      <source>Without it, Page Up and Page Down turn them</source>
      <translation>Sinon, ce sont les touches Page préc. et Page suiv.</translation>
    </message>
    <message>
      <source>Workers</source>
      <translation>Processus</translation>
    </message>
    <message>
      <source>Write</source>
      <translation>Écrire</translation>
    </message>
    <message>
      <source>Write every file of the list (Ctrl+Shift+E)</source>
      <translation>Écrire tous les fichiers de la liste (Ctrl+Shift+E)</translation>
    </message>
    <message>
      <source>Write it as it was asked for</source>
      <translation>L’écrire comme demandé</translation>
    </message>
    <message>
      <source>Write it in the background</source>
      <translation>L’écrire en arrière-plan</translation>
    </message>
    <message>
      <source>Write it once more, beside this one, with whole frames instead of stripes</source>
      <translation>L’écrire à nouveau, à côté, avec des images entières au lieu de rayures</translation>
    </message>
    <message>
      <source>Write nothing (Esc)</source>
      <translation>Ne rien écrire (Esc)</translation>
    </message>
    <message>
      <source>Write this file with its new background (Ctrl+E)</source>
      <translation>Écrire ce fichier avec son nouvel arrière-plan (Ctrl+E)</translation>
    </message>
    <message>
      <source>Write to</source>
      <translation>Écrire dans</translation>
    </message>
    <message>
      <source>Write what waits from last time</source>
      <translation>Écrire ce qui attend depuis la dernière fois</translation>
    </message>
    <message>
      <source>You alone, on a checkerboard (V)</source>
      <translation>Vous seul, sur un damier (V)</translation>
    </message>
    <message>
      <source>You will not be asked again</source>
      <translation>La question ne sera plus posée</translation>
    </message>
    <message>
      <source>Your colour {colour}</source>
      <translation>Votre couleur {colour}</translation>
    </message>
    <message>
      <source>Your room is seen: nothing is replaced</source>
      <translation>Votre pièce est visible : rien n’est remplacé</translation>
    </message>
    <message>
      <source>Your settings cannot be saved: the settings folder is read-only or the disk is full.</source>
      <translation>Vos réglages ne peuvent pas être enregistrés : leur dossier est en lecture seule ou le disque est plein.</translation>
    </message>
    <message>
      <source>Yours</source>
      <translation>Les vôtres</translation>
    </message>
    <message>
      <source>a film's frame</source>
      <translation>une image de film</translation>
    </message>
    <message>
      <source>a picture of its kind</source>
      <translation>une image de ce type</translation>
    </message>
    <message>
      <source>about {size}</source>
      <translation>environ {size}</translation>
    </message>
    <message>
      <source>about {time:.1f} h</source>
      <translation>environ {time:.1f} h</translation>
    </message>
    <message>
      <source>about {time} min</source>
      <translation>environ {time} min</translation>
    </message>
    <message>
      <source>about {time} s</source>
      <translation>environ {time} s</translation>
    </message>
    <message>
      <source>another program has that key; choose another one</source>
      <translation>un autre programme a cette touche ; choisissez-en une autre</translation>
    </message>
    <message>
      <source>audio ({codec}) copied</source>
      <translation>son ({codec}) copié</translation>
    </message>
    <message>
      <source>audio ({codec}) dropped</source>
      <translation>son ({codec}) omis</translation>
    </message>
    <message>
      <source>audio ({codec}) transcoded to {new_codec}</source>
      <translation>son ({codec}) converti en {new_codec}</translation>
    </message>
    <message>
      <source>background</source>
      <translation>arrière-plan</translation>
    </message>
    <message>
      <source>background fit</source>
      <translation>cadrage de l’arrière-plan</translation>
    </message>
    <message>
      <source>best outline on the graphics card</source>
      <translation>meilleur contour sur la carte graphique</translation>
    </message>
    <message>
      <source>best outline on the processor</source>
      <translation>meilleur contour sur le processeur</translation>
    </message>
    <message>
      <source>composite</source>
      <translation>composition</translation>
    </message>
    <message>
      <source>digits</source>
      <translation>chiffres</translation>
    </message>
    <message>
      <source>does not exist; check the path</source>
      <translation>n’existe pas ; vérifiez le chemin</translation>
    </message>
    <message>
      <source>download</source>
      <translation>retour</translation>
    </message>
    <message>
      <source>fast outline on the graphics card</source>
      <translation>contour rapide sur la carte graphique</translation>
    </message>
    <message>
      <source>fast outline on the processor</source>
      <translation>contour rapide sur le processeur</translation>
    </message>
    <message>
      <source>first, with</source>
      <translation>d’abord, avec</translation>
    </message>
    <message>
      <source>good</source>
      <translation>bon</translation>
    </message>
    <message>
      <source>hand over</source>
      <translation>remise</translation>
    </message>
    <message>
      <source>has more than {most:.4g} megapixels, and a picture may have {limit:.4g}; make it smaller first</source>
      <translation>a plus de {most:.4g} mégapixels, et une image peut en avoir {limit:.4g} ; réduisez-la d’abord</translation>
    </message>
    <message>
      <source>has {size} megapixels ({width}x{height}), and {kind} may have {limit}; make it smaller first</source>
      <translation>a {size} mégapixels ({width}x{height}), et {kind} peut en avoir {limit} ; réduisez d’abord</translation>
    </message>
    <message>
      <source>internal error: {error}; the log tells where</source>
      <translation>erreur interne : {error} ; le journal dit où</translation>
    </message>
    <message>
      <source>is a folder; name a file in it</source>
      <translation>est un dossier ; indiquez un fichier qu’il contient</translation>
    </message>
    <message>
      <source>is a pipe or a device; save what it gives to a file</source>
      <translation>est un tube ou un périphérique ; enregistrez ce qu’il donne dans un fichier</translation>
    </message>
    <message>
      <source>is damaged ({reason}); copy it again</source>
      <translation>est endommagé ({reason}) ; recopiez-le</translation>
    </message>
    <message>
      <source>is empty (0 bytes); copy it again</source>
      <translation>est vide (0 octet) ; recopiez-le</translation>
    </message>
    <message>
      <source>is not a picture that can be read; save it as PNG or JPEG</source>
      <translation>n’est pas une image lisible ; enregistrez-la en PNG ou JPEG</translation>
    </message>
    <message>
      <source>it did not answer in time</source>
      <translation>elle n’a pas répondu à temps</translation>
    </message>
    <message>
      <source>it goes with the next job of that name, or with this command a day after it broke</source>
      <translation>il disparaît avec le prochain travail de ce nom, ou avec cette commande un jour après</translation>
    </message>
    <message>
      <source>it is not there any more</source>
      <translation>il n’est plus là</translation>
    </message>
    <message>
      <source>it opens but sends no picture; another program may be using it</source>
      <translation>elle s’ouvre mais n’envoie aucune image ; un autre programme l’utilise peut-être</translation>
    </message>
    <message>
      <source>it repeats the same picture (is its cover closed?)</source>
      <translation>elle répète la même image (son cache est-il fermé ?)</translation>
    </message>
    <message>
      <source>it sent no picture within {seconds:.0f} seconds</source>
      <translation>elle n’a envoyé aucune image en {seconds:.0f} secondes</translation>
    </message>
    <message>
      <source>it stopped answering</source>
      <translation>elle ne répond plus</translation>
    </message>
    <message>
      <source>it stopped delivering pictures</source>
      <translation>elle n’envoie plus d’images</translation>
    </message>
    <message>
      <source>its decoder gave up</source>
      <translation>son décodeur a renoncé</translation>
    </message>
    <message>
      <source>its name was not looked up in time</source>
      <translation>son nom n’a pas été résolu à temps</translation>
    </message>
    <message>
      <source>its own alpha</source>
      <translation>son propre alpha</translation>
    </message>
    <message>
      <source>its permissions</source>
      <translation>ses autorisations</translation>
    </message>
    <message>
      <source>its pictures cannot be decoded ({reason}); restart the camera</source>
      <translation>ses images ne peuvent pas être décodées ({reason}) ; redémarrez la caméra</translation>
    </message>
    <message>
      <source>its pictures cannot be decoded; check the plug, or choose another size</source>
      <translation>ses images ne peuvent pas être décodées ; vérifiez la prise, ou choisissez une autre taille</translation>
    </message>
    <message>
      <source>its size is {width:g} x {height:g} points</source>
      <translation>sa taille est de {width:g} x {height:g} points</translation>
    </message>
    <message>
      <source>layer</source>
      <translation>calque</translation>
    </message>
    <message>
      <source>look</source>
      <translation>rendu</translation>
    </message>
    <message>
      <source>look and background</source>
      <translation>rendu et arrière-plan</translation>
    </message>
    <message>
      <source>may not be read; check its permissions</source>
      <translation>ne peut pas être lu ; vérifiez ses autorisations</translation>
    </message>
    <message>
      <source>measures {width}x{height}, and the longer side of a film's frame may have {most} pixels; make it smaller first</source>
      <translation>mesure {width}x{height}, et le grand côté d’une image de film peut avoir {most} pixels ; réduisez-le d’abord</translation>
    </message>
    <message>
      <source>missing</source>
      <translation>manquant</translation>
    </message>
    <message>
      <source>needs more memory than there is; close other programs, or make it smaller first</source>
      <translation>demande plus de mémoire qu’il n’y en a ; fermez d’autres programmes, ou réduisez-le d’abord</translation>
    </message>
    <message>
      <source>network</source>
      <translation>réseau</translation>
    </message>
    <message>
      <source>no GPU is used: {error}</source>
      <translation>aucune carte graphique utilisée : {error}</translation>
    </message>
    <message>
      <source>no camera is plugged in</source>
      <translation>aucune caméra n’est branchée</translation>
    </message>
    <message>
      <source>no crash left anything behind</source>
      <translation>aucun plantage n’a rien laissé</translation>
    </message>
    <message>
      <source>no picture came in time</source>
      <translation>aucune image n’est arrivée à temps</translation>
    </message>
    <message>
      <source>none found</source>
      <translation>aucune trouvée</translation>
    </message>
    <message>
      <source>not enough memory</source>
      <translation>la mémoire ne suffit pas</translation>
    </message>
    <message>
      <source>nowhere</source>
      <translation>nulle part</translation>
    </message>
    <message>
      <source>optional</source>
      <translation>facultatif</translation>
    </message>
    <message>
      <source>own model on the graphics card</source>
      <translation>modèle personnel sur la carte graphique</translation>
    </message>
    <message>
      <source>own model on the processor</source>
      <translation>modèle personnel sur le processeur</translation>
    </message>
    <message>
      <source>paused</source>
      <translation>en pause</translation>
    </message>
    <message>
      <source>plug one in, or allow this program to use it in the system's privacy settings</source>
      <translation>branchez-en une, ou autorisez ce programme à l’utiliser dans les réglages de confidentialité du système</translation>
    </message>
    <message>
      <source>preset {name}</source>
      <translation>préréglage {name}</translation>
    </message>
    <message>
      <source>presets</source>
      <translation>préréglages</translation>
    </message>
    <message>
      <source>refine</source>
      <translation>affinage</translation>
    </message>
    <message>
      <source>resize</source>
      <translation>mise à l’échelle</translation>
    </message>
    <message>
      <source>rest</source>
      <translation>reste</translation>
    </message>
    <message>
      <source>restore the folder from the repository</source>
      <translation>rétablissez le dossier depuis le dépôt</translation>
    </message>
    <message>
      <source>subtitle ({codec}) copied</source>
      <translation>sous-titres ({codec}) copiés</translation>
    </message>
    <message>
      <source>subtitle ({codec}) dropped</source>
      <translation>sous-titres ({codec}) omis</translation>
    </message>
    <message>
      <source>subtitle ({codec}) transcoded to {new_codec}</source>
      <translation>sous-titres ({codec}) convertis en {new_codec}</translation>
    </message>
    <message>
      <source>that desktop apps may use the camera (Settings, Privacy, Camera)</source>
      <translation>que les applications de bureau peuvent utiliser la caméra (Paramètres, Confidentialité, Caméra)</translation>
    </message>
    <message>
      <source>that this program may use the camera (System Settings, Privacy, Camera)</source>
      <translation>que ce programme peut utiliser la caméra (Réglages Système, Confidentialité, Caméra)</translation>
    </message>
    <message>
      <source>that you belong to the group video</source>
      <translation>que vous faites partie du groupe video</translation>
    </message>
    <message>
      <source>the connection broke: {reason}</source>
      <translation>la connexion a été coupée : {reason}</translation>
    </message>
    <message>
      <source>the desktop was told not to let Backdrop have it</source>
      <translation>il a été dit au bureau de ne pas la donner à Backdrop</translation>
    </message>
    <message>
      <source>the desktop's bus has gone ({error})</source>
      <translation>le bus du bureau a disparu ({error})</translation>
    </message>
    <message>
      <source>the driver gives no picture; check the plug</source>
      <translation>le pilote ne donne pas d’image ; vérifiez la prise</translation>
    </message>
    <message>
      <source>the encoder does not take these pictures ({words})</source>
      <translation>l’encodeur n’accepte pas ces images ({words})</translation>
    </message>
    <message>
      <source>the picture changed from {width}x{height} to {new_width}x{new_height}</source>
      <translation>l’image est passée de {width}x{height} à {new_width}x{new_height}</translation>
    </message>
    <message>
      <source>there are {names}</source>
      <translation>il y a {names}</translation>
    </message>
    <message>
      <source>there is no file {path}; check the path</source>
      <translation>il n’y a pas de fichier {path} ; vérifiez le chemin</translation>
    </message>
    <message>
      <source>there is no sound until one does</source>
      <translation>jusque-là, il n’y a pas de son</translation>
    </message>
    <message>
      <source>there is not enough memory; close other programs or use a smaller video</source>
      <translation>la mémoire ne suffit pas ; fermez d’autres programmes ou prenez une vidéo plus petite</translation>
    </message>
    <message>
      <source>this desktop lets no program have keys while another one is in front</source>
      <translation>ce bureau ne donne de touches à aucun programme pendant qu’un autre est devant</translation>
    </message>
    <message>
      <source>this keyboard has no such key; choose another one</source>
      <translation>ce clavier n’a pas cette touche ; choisissez-en une autre</translation>
    </message>
    <message>
      <source>this system knows no keys that act everywhere</source>
      <translation>ce système ne connaît pas de touches qui agissent partout</translation>
    </message>
    <message>
      <source>to</source>
      <translation>à</translation>
    </message>
    <message>
      <source>unknown</source>
      <translation>inconnu</translation>
    </message>
    <message>
      <source>upload</source>
      <translation>envoi</translation>
    </message>
    <message>
      <source>wait</source>
      <translation>attente</translation>
    </message>
    <message>
      <source>weights/ is empty</source>
      <translation>weights/ est vide</translation>
    </message>
    <message>
      <source>what it sends is damaged</source>
      <translation>ce qu’elle envoie est endommagé</translation>
    </message>
    <message>
      <source>your backgrounds</source>
      <translation>vos arrière-plans</translation>
    </message>
    <message>
      <source>{action}, everywhere</source>
      <translation>{action}, partout</translation>
    </message>
    <message>
      <source>{action}: press a key, or Esc to leave it</source>
      <translation>{action} : appuyez sur une touche, ou Échap pour la laisser</translation>
    </message>
    <message>
      <source>{address!r} holds a space or a line end; an address has none</source>
      <translation>{address!r} contient une espace ou une fin de ligne ; une adresse n’en a pas</translation>
    </message>
    <message>
      <source>{address} names no host that can be; one looks like {example}</source>
      <translation>{address} ne nomme aucun hôte possible ; par exemple {example}</translation>
    </message>
    <message>
      <source>{address} names no port; add one, as in {example}</source>
      <translation>{address} ne nomme aucun port ; ajoutez-en un, comme dans {example}</translation>
    </message>
    <message>
      <source>{address} names the port {port}, expected 1 to 65535</source>
      <translation>{address} nomme le port {port}, attendu de 1 à 65535</translation>
    </message>
    <message>
      <source>{address}: write the # in your password as %23, the / as %2F</source>
      <translation>{address} : écrivez le # de votre mot de passe %23, et le / %2F</translation>
    </message>
    <message>
      <source>{camera} wants pictures from {host}; allow it with --allow-host {host} if you trust it</source>
      <translation>{camera} veut des images de {host} ; autorisez-le avec --allow-host {host} si vous lui faites confiance</translation>
    </message>
    <message>
      <source>{done} of {count} done</source>
      <translation>{done} sur {count} terminés</translation>
    </message>
    <message>
      <source>{error} Continuing on the CPU.</source>
      <translation>{error} Suite sur le processeur.</translation>
    </message>
    <message>
      <source>{error} Its matte is {name}.</source>
      <translation>{error} Son matte est {name}.</translation>
    </message>
    <message>
      <source>{error} The recording goes on without sound.</source>
      <translation>{error} L’enregistrement continue sans son.</translation>
    </message>
    <message>
      <source>{error}.</source>
      <translation>{error}.</translation>
    </message>
    <message>
      <source>{first} exists already, and {count} more of its kind; choose another name, or allow overwriting (--overwrite).</source>
      <translation>{first} existe déjà, et {count} autres du même genre ; choisissez un autre nom, ou autorisez le remplacement (--overwrite).</translation>
    </message>
    <message>
      <source>{found} lacks {names}</source>
      <translation>{found}, il manque : {names}</translation>
    </message>
    <message>
      <source>{host} leads on to what is no address: {error}</source>
      <translation>{host} renvoie vers ce qui n’est pas une adresse : {error}</translation>
    </message>
    <message>
      <source>{host} leads on to {scheme}, but only {allowed} may follow; open that address itself if you trust it</source>
      <translation>{host} renvoie vers {scheme}, mais seul {allowed} peut suivre ; ouvrez cette adresse vous-même si vous lui faites confiance</translation>
    </message>
    <message>
      <source>{host} wants the file {wanted} of this computer; no camera is given one</source>
      <translation>{host} veut le fichier {wanted} de cet ordinateur ; aucune caméra n’en reçoit</translation>
    </message>
    <message>
      <source>{kept}.</source>
      <translation>{kept}.</translation>
    </message>
    <message>
      <source>{key} acts in this window alone: {why}.</source>
      <translation>{key} n’agit que dans cette fenêtre : {why}.</translation>
    </message>
    <message>
      <source>{key} alone would be taken from every program; hold Ctrl or Alt, too.</source>
      <translation>{key} seule serait prise à tous les programmes ; maintenez aussi Ctrl ou Alt.</translation>
    </message>
    <message>
      <source>{key} is taken: it already acts everywhere.</source>
      <translation>{key} est prise : elle agit déjà partout.</translation>
    </message>
    <message>
      <source>{key} is taken: {action}. Give that another key first.</source>
      <translation>{key} est prise : {action}. Donnez-lui d’abord une autre touche.</translation>
    </message>
    <message>
      <source>{key} moves within the window.</source>
      <translation>{key} sert à se déplacer dans la fenêtre.</translation>
    </message>
    <message>
      <source>{model} on {device}</source>
      <translation>{model} sur {device}</translation>
    </message>
    <message>
      <source>{mode}, {coding}</source>
      <translation>{mode}, {coding}</translation>
    </message>
    <message>
      <source>{name} (not there)</source>
      <translation>{name} (absent)</translation>
    </message>
    <message>
      <source>{name} answers, but none of its pictures can be decoded; let it send smaller or simpler ones.</source>
      <translation>{name} répond, mais aucune de ses images n’est décodable ; faites-lui en envoyer de plus petites ou plus simples.</translation>
    </message>
    <message>
      <source>{name} answers, but not as a web server does ({error}); check the address</source>
      <translation>{name} répond, mais pas comme un serveur Web ({error}) ; vérifiez l’adresse</translation>
    </message>
    <message>
      <source>{name} answers, but not as an RTSP camera does; check the address</source>
      <translation>{name} répond, mais pas comme une caméra RTSP ; vérifiez l’adresse</translation>
    </message>
    <message>
      <source>{name} answers, but not with a video; check the address</source>
      <translation>{name} répond, mais pas par une vidéo ; vérifiez l’adresse</translation>
    </message>
    <message>
      <source>{name} answers, but {reason}; check the camera and the line to it</source>
      <translation>{name} répond, mais {reason} ; vérifiez la caméra et la liaison</translation>
    </message>
    <message>
      <source>{name} cannot be opened ({tried}). Close other programs that use it, check its plug, and {permissions}.</source>
      <translation>{name} ne peut pas être ouverte ({tried}). Fermez les autres programmes qui l’utilisent, vérifiez sa prise, et {permissions}.</translation>
    </message>
    <message>
      <source>{name} describes its pictures in {size} bytes, expected at most {most}; check the address</source>
      <translation>{name} décrit ses images en {size} octets, au lieu de {most} au plus ; vérifiez l’adresse</translation>
    </message>
    <message>
      <source>{name} does not answer ({reason}); check the address and that the camera is switched on</source>
      <translation>{name} ne répond pas ({reason}) ; vérifiez l’adresse et que la caméra est allumée</translation>
    </message>
    <message>
      <source>{name} does not say how long it is.</source>
      <translation>{name} ne dit pas sa durée.</translation>
    </message>
    <message>
      <source>{name} has a video track without a single frame; record or export it again.</source>
      <translation>{name} a une piste vidéo sans la moindre image ; enregistrez-le ou exportez-le à nouveau.</translation>
    </message>
    <message>
      <source>{name} has no frame at or after {start:g} s.</source>
      <translation>{name} n’a aucune image à {start:g} s ou après.</translation>
    </message>
    <message>
      <source>{name} has no frame that can be decoded; copy it again.</source>
      <translation>{name} n’a aucune image décodable ; recopiez-le.</translation>
    </message>
    <message>
      <source>{name} has no frame; choose a picture of the empty room.</source>
      <translation>{name} n’a aucune image ; choisissez une image de la pièce vide.</translation>
    </message>
    <message>
      <source>{name} has no frames; restore it from the repository.</source>
      <translation>{name} n’a pas d’images ; rétablissez-le depuis le dépôt.</translation>
    </message>
    <message>
      <source>{name} has no video track, only {found}; choose a file with a picture.</source>
      <translation>{name} n’a pas de piste vidéo, seulement {found} ; choisissez un fichier avec une image.</translation>
    </message>
    <message>
      <source>{name} holds {count} pictures, only the first was taken; convert it to a video or to numbered pictures to keep them all.</source>
      <translation>{name} contient {count} images, seule la première a été prise ; convertissez-le en vidéo ou en images numérotées pour les garder toutes.</translation>
    </message>
    <message>
      <source>{name} is a list of other files or addresses, which are never opened for it; choose the video itself.</source>
      <translation>{name} est une liste d’autres fichiers ou adresses, qui ne sont jamais ouverts pour elle ; choisissez la vidéo elle-même.</translation>
    </message>
    <message>
      <source>{name} is a pipe or a device; save what it gives to a file.</source>
      <translation>{name} est un tube ou un périphérique ; enregistrez ce qu’il donne dans un fichier.</translation>
    </message>
    <message>
      <source>{name} is a playlist of more than {size} MB; check the address</source>
      <translation>{name} est une liste de lecture de plus de {size} Mo ; vérifiez l’adresse</translation>
    </message>
    <message>
      <source>{name} is being written by another export; choose another name.</source>
      <translation>{name} est en cours d’écriture par un autre export ; choisissez un autre nom.</translation>
    </message>
    <message numerus="yes">
      <source>{name} is damaged: {n} frames could not be decoded whole; copy the file again if you can.</source>
      <extracomment>n = 1: {name} is damaged: 1 frame could not be decoded whole; copy the file again if you can.</extracomment>
      <translation>
        <numerusform>{name} est endommagé : {n} image n’a pas pu être décodée en entier ; recopiez le fichier si possible.</numerusform>
        <numerusform>{name} est endommagé : {n} images n’ont pas pu être décodées en entier ; recopiez le fichier si possible.</numerusform>
      </translation>
    </message>
    <message>
      <source>{name} is done, but not whole: {loss}</source>
      <translation>{name} est prêt, mais pas complet : {loss}</translation>
    </message>
    <message>
      <source>{name} is done.</source>
      <translation>{name} est prêt.</translation>
    </message>
    <message>
      <source>{name} is empty (0 bytes); copy or record it again.</source>
      <translation>{name} est vide (0 octet) ; copiez-le ou enregistrez-le à nouveau.</translation>
    </message>
    <message>
      <source>{name} is gone. Waiting for it to come back…</source>
      <translation>{name} a disparu. En attente de son retour…</translation>
    </message>
    <message>
      <source>{name} is minimised: its last picture stays until it is seen again.</source>
      <translation>{name} est réduite : sa dernière image reste jusqu’à ce qu’on la revoie.</translation>
    </message>
    <message>
      <source>{name} is no video and no picture, so it was not opened.</source>
      <translation>{name} n’est ni une vidéo ni une image, il n’a donc pas été ouvert.</translation>
    </message>
    <message>
      <source>{name} is not a video that can be read ({reason}); check the file, or convert it to MP4 first.</source>
      <translation>{name} n’est pas une vidéo lisible ({reason}) ; vérifiez le fichier, ou convertissez-le d’abord en MP4.</translation>
    </message>
    <message>
      <source>{name} is not in the gallery any more.</source>
      <translation>{name} n’est plus dans la galerie.</translation>
    </message>
    <message>
      <source>{name} is not plugged in.</source>
      <translation>{name} n’est pas branchée.</translation>
    </message>
    <message>
      <source>{name} is not there any more; was it moved or renamed?</source>
      <translation>{name} n’est plus là ; a-t-il été déplacé ou renommé ?</translation>
    </message>
    <message>
      <source>{name} is one of {count} numbered pictures.</source>
      <translation>{name} est une image parmi {count} numérotées.</translation>
    </message>
    <message>
      <source>{name} is one picture, but the input has more frames; name the output {stem}_%04d{suffix} for a numbered sequence.</source>
      <translation>{name} est une seule image, mais l’entrée en a davantage ; pour une suite numérotée, nommez la sortie {stem}_%04d{suffix}.</translation>
    </message>
    <message>
      <source>{name} is one picture, but {input} has {count} frames; name the output {stem}_%04d{suffix} for a numbered sequence.</source>
      <translation>{name} est une seule image, mais {input} en a {count} ; pour une suite numérotée, nommez la sortie {stem}_%04d{suffix}.</translation>
    </message>
    <message>
      <source>{name} is there already; replace it or choose another name.</source>
      <translation>{name} existe déjà ; remplacez-le ou choisissez un autre nom.</translation>
    </message>
    <message>
      <source>{name} is truncated: its index (the moov box) is missing after {size} bytes; copy it again, or repair it with its original recorder.</source>
      <translation>{name} est tronqué : son index (la boîte moov) manque après {size} octets ; recopiez-le, ou réparez-le avec l’enregistreur d’origine.</translation>
    </message>
    <message>
      <source>{name} is whole now.</source>
      <translation>{name} est désormais complet.</translation>
    </message>
    <message>
      <source>{name} is {length:.2f} s long and has no frame at or after {start:g} s.</source>
      <translation>{name} dure {length:.2f} s et n’a aucune image à {start:g} s ou après.</translation>
    </message>
    <message>
      <source>{name} leads on and on without a picture</source>
      <translation>{name} renvoie toujours plus loin sans image</translation>
    </message>
    <message>
      <source>{name} names a numbered sequence; only .png and .jpg can be one.</source>
      <translation>{name} désigne une suite numérotée ; seuls .png et .jpg le permettent.</translation>
    </message>
    <message>
      <source>{name} needs even sizes: {width}x{height} was written as {new_width}x{new_height}, its edge doubled.</source>
      <translation>{name} demande des dimensions paires : {width}x{height} a été écrit en {new_width}x{new_height}, bord doublé.</translation>
    </message>
    <message>
      <source>{name} of the file, {background}, {date}, {time}, {content}: backdrop or matte; and any words</source>
      <translation>{name} du fichier, {background}, {date}, {time}, {content} : backdrop ou matte ; et tous les mots voulus</translation>
    </message>
    <message>
      <source>{name} refuses ({reason}); check the address</source>
      <translation>{name} refuse ({reason}) ; vérifiez l’adresse</translation>
    </message>
    <message>
      <source>{name} refuses ({reason}); check the address, and the name and password in it</source>
      <translation>{name} refuse ({reason}) ; vérifiez l’adresse, et le nom et le mot de passe qu’elle contient</translation>
    </message>
    <message>
      <source>{name} sends a header without an end; check the address</source>
      <translation>{name} envoie un en-tête sans fin ; vérifiez l’adresse</translation>
    </message>
    <message>
      <source>{name} sends a video of a kind that is not known here.</source>
      <translation>{name} envoie une vidéo d’un type inconnu ici.</translation>
    </message>
    <message>
      <source>{name} sends its pictures packed ({coding}), which nobody asked for; check the address</source>
      <translation>{name} envoie ses images compressées ({coding}), ce que personne n’a demandé ; vérifiez l’adresse</translation>
    </message>
    <message>
      <source>{name} sends no picture; check the camera.</source>
      <translation>{name} n’envoie aucune image ; vérifiez la caméra.</translation>
    </message>
    <message>
      <source>{name} sends no video; check the address.</source>
      <translation>{name} n’envoie pas de vidéo ; vérifiez l’adresse.</translation>
    </message>
    <message>
      <source>{name} sends {width}x{height} pixels, no picture.</source>
      <translation>{name} envoie {width}x{height} pixels, ce n’est pas une image.</translation>
    </message>
    <message>
      <source>{name} shows another room than {recording}, or another part of it; the room was learnt from what could be seen.</source>
      <translation>{name} montre une autre pièce que {recording}, ou une autre partie ; la pièce a été apprise de ce qu’on voyait.</translation>
    </message>
    <message>
      <source>{name} wants to send its pictures past the connection to it (UDP); switch it to RTP over RTSP (TCP)</source>
      <translation>{name} veut envoyer ses images hors de la connexion (UDP) ; réglez-la sur RTP via RTSP (TCP)</translation>
    </message>
    <message>
      <source>{name} was closed: its last picture stays; choose another background.</source>
      <translation>{name} a été fermée : sa dernière image reste ; choisissez un autre arrière-plan.</translation>
    </message>
    <message>
      <source>{name} was closed; open it again to read on.</source>
      <translation>{name} a été fermée ; rouvrez-la pour continuer.</translation>
    </message>
    <message>
      <source>{name} was cut short by a crash. It plays; some programs want it finished.</source>
      <translation>{name} a été interrompu par un plantage. Il est lisible ; certains programmes le veulent terminé.</translation>
    </message>
    <message>
      <source>{name} {error}.</source>
      <translation>{name} {error}.</translation>
    </message>
    <message>
      <source>{name}, {count} threads usable</source>
      <translation>{name}, {count} fils utilisables</translation>
    </message>
    <message>
      <source>{name}, {memory:.0f} GiB, compute capability {capability}; {versions}</source>
      <translation>{name}, {memory:.0f} Gio, compute capability {capability} ; {versions}</translation>
    </message>
    <message>
      <source>{name}: brought from {rate:.4g} to {new_rate:.4g} frames/s; {dropped} left out, {repeated} shown again.</source>
      <translation>{name} : passé de {rate:.4g} à {new_rate:.4g} images/s ; omises : {dropped}, répétées : {repeated}.</translation>
    </message>
    <message>
      <source>{name}: deinterlaced, its half-pictures were made whole frames.</source>
      <translation>{name} : désentrelacé, ses demi-images sont devenues des images entières.</translation>
    </message>
    <message>
      <source>{name}: drag, or use the arrow keys</source>
      <translation>{name} : faites glisser ou utilisez les flèches</translation>
    </message>
    <message numerus="yes">
      <source>{name}: in {n} frames its own alpha is damaged or missing, and the background was shown alone.</source>
      <extracomment>n = 1: {name}: in 1 frame its own alpha is damaged or missing, and the background was shown alone.</extracomment>
      <translation>
        <numerusform>{name} : dans {n} image, son propre alpha est endommagé ou manque ; seul l’arrière-plan y a été montré.</numerusform>
        <numerusform>{name} : dans {n} images, son propre alpha est endommagé ou manque ; seul l’arrière-plan y a été montré.</numerusform>
      </translation>
    </message>
    <message>
      <source>{name}: interlaced; its two half-pictures are processed as one.</source>
      <translation>{name} : entrelacé ; ses deux demi-images sont traitées comme une seule.</translation>
    </message>
    <message>
      <source>{name}: its high dynamic range is brought to the standard one.</source>
      <translation>{name} : sa grande plage dynamique est ramenée à la plage standard.</translation>
    </message>
    <message>
      <source>{name}: its own alpha is no cut-out throughout, so the model's outline is multiplied by it.</source>
      <translation>{name} : son propre alpha n’est pas partout un détourage, le contour du modèle est donc multiplié par lui.</translation>
    </message>
    <message>
      <source>{name}: its own alpha stands in place of the model's outline.</source>
      <translation>{name} : son propre alpha remplace le contour du modèle.</translation>
    </message>
    <message>
      <source>{name}: its pictures are numbered up to {number}, which is no time of a film; number them from 1 on.</source>
      <translation>{name} : ses images sont numérotées jusqu’à {number}, ce qui ne correspond à aucun moment d’un film ; numérotez-les à partir de 1.</translation>
    </message>
    <message numerus="yes">
      <source>{name}: its times jump at {n} places; what follows was joined to what came before.</source>
      <extracomment>n = 1: {name}: its times jump at 1 place; what follows was joined to what came before.</extracomment>
      <translation>
        <numerusform>{name} : les temps sautent à {n} endroit ; la suite a été raccordée à ce qui précède.</numerusform>
        <numerusform>{name} : les temps sautent à {n} endroits ; la suite a été raccordée à ce qui précède.</numerusform>
      </translation>
    </message>
    <message>
      <source>{name}: its video codec is not known here; convert it to H.264 first.</source>
      <translation>{name} : son codec vidéo est inconnu ici ; convertissez-le d’abord en H.264.</translation>
    </message>
    <message>
      <source>{name}: its {depth}-bit picture is processed with 8 bits.</source>
      <translation>{name} : son image de {depth} bits est traitée en 8 bits.</translation>
    </message>
    <message>
      <source>{name}: none of its frames can be decoded ({count} damaged); copy the file again.</source>
      <translation>{name} : aucune de ses images n’est décodable ({count} endommagées) ; recopiez le fichier.</translation>
    </message>
    <message>
      <source>{name}: rotated to stand upright, {width}x{height}.</source>
      <translation>{name} : redressé, {width}x{height}.</translation>
    </message>
    <message>
      <source>{name}: scaled from {width}x{height} to {new_width}x{new_height}.</source>
      <translation>{name} : mis à l’échelle de {width}x{height} à {new_width}x{new_height}.</translation>
    </message>
    <message>
      <source>{name}: the camera moves, or the room is never uncovered, so that the room could not be learnt beforehand.</source>
      <translation>{name} : la caméra bouge, ou la pièce n’est jamais découverte ; elle n’a donc pas pu être apprise d’avance.</translation>
    </message>
    <message>
      <source>{name}: the input {refused}, or write a .png.</source>
      <translation>{name} : l’entrée {refused}, ou écrivez un .png.</translation>
    </message>
    <message>
      <source>{name}: the part from {start} s to {end} s is empty; the end must come after the start.</source>
      <translation>{name} : l’extrait de {start} s à {end} s est vide ; la fin doit venir après le début.</translation>
    </message>
    <message>
      <source>{name}: trying whether {card} decodes such films faster.</source>
      <translation>{name} : essai pour voir si {card} décode de tels films plus vite.</translation>
    </message>
    <message>
      <source>{name}: trying whether {card} encodes such films faster.</source>
      <translation>{name} : essai pour voir si {card} encode de tels films plus vite.</translation>
    </message>
    <message>
      <source>{name}: turned round as the file asks for.</source>
      <translation>{name} : tourné comme le fichier le demande.</translation>
    </message>
    <message>
      <source>{name}: what was asked for {refused}.</source>
      <translation>{name} : ce qui est demandé {refused}.</translation>
    </message>
    <message numerus="yes">
      <source>{name}: {known:.0%} of the longest-seen of {n} rooms behind the person was learnt beforehand.</source>
      <extracomment>n = 1: {name}: {known:.0%} of the room behind the person was learnt beforehand.</extracomment>
      <translation>
        <numerusform>{name} : {known:.0%} de la pièce derrière la personne a été appris d’avance.</numerusform>
        <numerusform>{name} : {known:.0%} de la pièce la plus vue, sur {n}, derrière la personne a été appris d’avance.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{name}: {n} numbers are missing; their time is kept.</source>
      <extracomment>n = 1: {name}: {n} numbers are missing; their time is kept.</extracomment>
      <translation>
        <numerusform>{name} : {n} numéro manque ; son temps est conservé.</numerusform>
        <numerusform>{name} : {n} numéros manquent ; leur temps est conservé.</numerusform>
      </translation>
    </message>
    <message>
      <source>{name}: {reason}.</source>
      <translation>{name} : {reason}.</translation>
    </message>
    <message>
      <source>{name}: {words}</source>
      <translation>{name} : {words}</translation>
    </message>
    <message>
      <source>{name}; Enter takes it, Escape leaves</source>
      <translation>{name} ; Entrée valide, Échap quitte</translation>
    </message>
    <message>
      <source>{number} %</source>
      <translation>{number} %</translation>
    </message>
    <message numerus="yes">
      <source>{n} exports are not finished. If you stop, the part that is done is kept, and the whole can be begun again at the next start.</source>
      <extracomment>n = 1: An export is not finished. If you stop, the part that is done is kept, and the whole can be begun again at the next start.</extracomment>
      <translation>
        <numerusform>{n} export n’est pas terminé. Si vous arrêtez, la partie faite est conservée, et le tout peut être repris au prochain démarrage.</numerusform>
        <numerusform>{n} exports ne sont pas terminés. Si vous arrêtez, la partie faite est conservée, et le tout peut être repris au prochain démarrage.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} exports were not finished the last time.</source>
      <extracomment>n = 1: An export was not finished the last time.</extracomment>
      <translation>
        <numerusform>La dernière fois, {n} export n’a pas été terminé.</numerusform>
        <numerusform>La dernière fois, {n} exports n’ont pas été terminés.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} failed</source>
      <extracomment>n = 1: {n} failed</extracomment>
      <translation>
        <numerusform>{n} échec</numerusform>
        <numerusform>{n} échecs</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} frames</source>
      <extracomment>n = 1: {n} frame</extracomment>
      <translation>
        <numerusform>{n} image</numerusform>
        <numerusform>{n} images</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} frames lost</source>
      <extracomment>n = 1: {n} frame lost</extracomment>
      <translation>
        <numerusform>{n} image perdue</numerusform>
        <numerusform>{n} images perdues</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} frames were lost: the disk or the machine was slow.</source>
      <extracomment>n = 1: {n} frame was lost: the disk or the machine was slow.</extracomment>
      <translation>
        <numerusform>{n} image a été perdue : le disque ou la machine était trop lent.</numerusform>
        <numerusform>{n} images ont été perdues : le disque ou la machine était trop lent.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} in this picture</source>
      <extracomment>n = 1: {n} in this picture</extracomment>
      <translation>
        <numerusform>{n} dans cette image</numerusform>
        <numerusform>{n} dans cette image</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} workers</source>
      <extracomment>n = 1: {n} worker</extracomment>
      <translation>
        <numerusform>{n} processus</numerusform>
        <numerusform>{n} processus</numerusform>
      </translation>
    </message>
    <message>
      <source>{pace}, {time:.1f} s behind</source>
      <translation>{pace}, {time:.1f} s de retard</translation>
    </message>
    <message>
      <source>{path} appeared meanwhile and was not replaced</source>
      <translation>{path} est apparu entre-temps et n’a pas été remplacé</translation>
    </message>
    <message>
      <source>{path} cannot be joined: {name} holds {found} frames, expected {expected}; start anew</source>
      <translation>{path} ne peut pas être assemblé : {name} contient {found} images au lieu de {expected} ; recommencez</translation>
    </message>
    <message>
      <source>{path} cannot be joined: {name} was encoded by another build of the encoder than the segments before it; install the same packages on every computer, and start anew</source>
      <translation>{path} ne peut pas être assemblé : {name} vient d’un autre encodeur que les segments précédents ; installez les mêmes paquets partout, et recommencez</translation>
    </message>
    <message>
      <source>{path} cannot be written, there is no folder {folder}; make it first.</source>
      <translation>{path} ne peut pas être écrit, le dossier {folder} n’existe pas ; créez-le d’abord.</translation>
    </message>
    <message>
      <source>{path} cannot be written, {folder} is not yours to write to.</source>
      <translation>{path} ne peut pas être écrit, {folder} ne vous est pas ouvert en écriture.</translation>
    </message>
    <message>
      <source>{path} could not be finished ({reason}); free some space, or check the disk</source>
      <translation>{path} n’a pas pu être terminé ({reason}) ; libérez de la place, ou vérifiez le disque</translation>
    </message>
    <message>
      <source>{path} could not be written ({reason}); check the disk and the name.</source>
      <translation>{path} n’a pas pu être écrit ({reason}) ; vérifiez le disque et le nom.</translation>
    </message>
    <message>
      <source>{path} could not be written ({reason}); choose a folder you may write to.</source>
      <translation>{path} n’a pas pu être écrit ({reason}) ; choisissez un dossier où vous pouvez écrire.</translation>
    </message>
    <message>
      <source>{path} could not be written, the disk is full ({reason}); free some space.</source>
      <translation>{path} n’a pas pu être écrit, le disque est plein ({reason}) ; libérez de la place.</translation>
    </message>
    <message>
      <source>{path} could not be written, there is no folder {folder}; make it first.</source>
      <translation>{path} n’a pas pu être écrit, le dossier {folder} n’existe pas ; créez-le d’abord.</translation>
    </message>
    <message>
      <source>{path} could not be written: {reason}; choose another codec or size.</source>
      <translation>{path} n’a pas pu être écrit : {reason} ; choisissez un autre codec ou une autre taille.</translation>
    </message>
    <message>
      <source>{path} does not exist; check the path.</source>
      <translation>{path} n’existe pas ; vérifiez le chemin.</translation>
    </message>
    <message>
      <source>{path} ends before its first second; there is no picture</source>
      <translation>{path} finit avant sa première seconde ; il n’y a pas d’image</translation>
    </message>
    <message>
      <source>{path} exists already; choose another name or ask to overwrite it</source>
      <translation>{path} existe déjà ; choisissez un autre nom ou demandez à le remplacer</translation>
    </message>
    <message>
      <source>{path} exists already; choose another name, or allow overwriting (--overwrite).</source>
      <translation>{path} existe déjà ; choisissez un autre nom, ou autorisez le remplacement (--overwrite).</translation>
    </message>
    <message>
      <source>{path} holds no video and no picture ({count} other files); name a folder with some.</source>
      <translation>{path} ne contient ni vidéo ni image ({count} autres fichiers) ; indiquez un dossier qui en contient.</translation>
    </message>
    <message>
      <source>{path} holds {duration:.1f} s</source>
      <translation>{path} contient {duration:.1f} s</translation>
    </message>
    <message>
      <source>{path} holds {duration:.1f} s, and {name} was not replaced</source>
      <translation>{path} contient {duration:.1f} s, et {name} n’a pas été remplacé</translation>
    </message>
    <message>
      <source>{path} is a directory; name a video file, or process it as a folder.</source>
      <translation>{path} est un dossier ; indiquez un fichier vidéo, ou traitez-le comme un dossier.</translation>
    </message>
    <message>
      <source>{path} is a folder; give the name of a file in it</source>
      <translation>{path} est un dossier ; donnez le nom d’un fichier qu’il contient</translation>
    </message>
    <message>
      <source>{path} is a folder; name a file in it.</source>
      <translation>{path} est un dossier ; indiquez un fichier qu’il contient.</translation>
    </message>
    <message>
      <source>{path} is a pipe or a device; give the name of an ordinary file</source>
      <translation>{path} est un tube ou un périphérique ; donnez le nom d’un fichier ordinaire</translation>
    </message>
    <message>
      <source>{path} is a pipe or a device; name an ordinary file.</source>
      <translation>{path} est un tube ou un périphérique ; indiquez un fichier ordinaire.</translation>
    </message>
    <message>
      <source>{path} is being finished by another program; wait for it</source>
      <translation>{path} est en train d’être terminé par un autre programme ; attendez-le</translation>
    </message>
    <message>
      <source>{path} is being recorded; stop that recording first</source>
      <translation>{path} est en cours d’enregistrement ; arrêtez-le d’abord</translation>
    </message>
    <message>
      <source>{path} is no recording that was cut short; nothing is to be done</source>
      <translation>{path} n’est pas un enregistrement interrompu ; il n’y a rien à faire</translation>
    </message>
    <message>
      <source>{path} is not being recorded: the live picture has ended, there is nothing to record; choose a camera or a file first</source>
      <translation>{path} n’est pas enregistré : l’image en direct est terminée, il n’y a rien à enregistrer ; choisissez d’abord une caméra ou un fichier</translation>
    </message>
    <message>
      <source>{path} is removed: {what}</source>
      <translation>{path} est supprimé : {what}</translation>
    </message>
    <message>
      <source>{path} is the background, which is never replaced; choose another name</source>
      <translation>{path} est l’arrière-plan, qui n’est jamais remplacé ; choisissez un autre nom</translation>
    </message>
    <message>
      <source>{path} may not be read; check its permissions.</source>
      <translation>{path} ne peut pas être lu ; vérifiez ses autorisations.</translation>
    </message>
    <message>
      <source>{path} was cut short and plays</source>
      <translation>{path} a été interrompu et se lit</translation>
    </message>
    <message>
      <source>{path} was not saved: there was no picture any more. Choose a camera or a file, and try again.</source>
      <translation>{path} n’a pas été enregistré : il n’y avait plus d’image. Choisissez une caméra ou un fichier, et réessayez.</translation>
    </message>
    <message>
      <source>{path} was not written: not one frame was done.</source>
      <translation>{path} n’a pas été écrit : pas une image n’était terminée.</translation>
    </message>
    <message>
      <source>{path} was not written: there was no frame.</source>
      <translation>{path} n’a pas été écrit : il n’y avait aucune image.</translation>
    </message>
    <message>
      <source>{path}: a recording is an MP4 file; give it a name that ends in .mp4</source>
      <translation>{path} : un enregistrement est un fichier MP4 ; donnez-lui un nom qui finit par .mp4</translation>
    </message>
    <message>
      <source>{path}: less than {size} MB are free there; free some space, or record to another disk</source>
      <translation>{path} : il y reste moins de {size} Mo ; libérez de la place, ou enregistrez sur un autre disque</translation>
    </message>
    <message>
      <source>{path}: the folder {folder} does not exist; make it first</source>
      <translation>{path} : le dossier {folder} n’existe pas ; créez-le d’abord</translation>
    </message>
    <message>
      <source>{path}: the graphics card stopped encoding ({error}); try again in software (--encoder software).</source>
      <translation>{path} : la carte graphique a cessé d’encoder ({error}) ; réessayez en logiciel (--encoder software).</translation>
    </message>
    <message>
      <source>{path}: {what}</source>
      <translation>{path} : {what}</translation>
    </message>
    <message>
      <source>{pattern}: there is no picture of that name, such as {example}; check folder and pattern.</source>
      <translation>{pattern} : il n’y a pas d’image de ce nom, comme {example} ; vérifiez le dossier et le modèle.</translation>
    </message>
    <message>
      <source>{rate:.0f} frames/s</source>
      <translation>{rate:.0f} images/s</translation>
    </message>
    <message>
      <source>{rate:.1f} frames/s</source>
      <translation>{rate:.1f} images/s</translation>
    </message>
    <message>
      <source>{rate:g} frames/s</source>
      <translation>{rate:g} images/s</translation>
    </message>
    <message>
      <source>{scheme}:// leads to no camera; expected {expected}</source>
      <translation>{scheme}:// ne mène à aucune caméra ; attendu : {expected}</translation>
    </message>
    <message>
      <source>{sentence}
Click to look for it.</source>
      <translation>{sentence}
Cliquez pour le chercher.</translation>
    </message>
    <message>
      <source>{sentence}; the result is in the folder {name}.</source>
      <translation>{sentence} ; le résultat est dans le dossier {name}.</translation>
    </message>
    <message>
      <source>{sentence}; the result is {name}.</source>
      <translation>{sentence} ; le résultat est {name}.</translation>
    </message>
    <message>
      <source>{size:.1f} MB of a job for {path} that was killed</source>
      <translation>{size:.1f} Mo d’un travail interrompu pour {path}</translation>
    </message>
    <message>
      <source>{size} B</source>
      <translation>{size} o</translation>
    </message>
    <message>
      <source>{size} GB</source>
      <translation>{size} Go</translation>
    </message>
    <message>
      <source>{size} MB</source>
      <translation>{size} Mo</translation>
    </message>
    <message>
      <source>{size} free</source>
      <translation>{size} libres</translation>
    </message>
    <message>
      <source>{size} kB</source>
      <translation>{size} ko</translation>
    </message>
    <message>
      <source>{size}, {rate:g} frames/s</source>
      <translation>{size}, {rate:g} images/s</translation>
    </message>
    <message>
      <source>{size}, {rate:g} frames/s, synthetic</source>
      <translation>{size}, {rate:g} images/s, synthétique</translation>
    </message>
    <message>
      <source>{suffix} counts in milliseconds: times were rounded to them.</source>
      <translation>{suffix} compte en millisecondes : les temps y ont été arrondis.</translation>
    </message>
    <message>
      <source>{target} is not connected, so the built-in sample plays.</source>
      <translation>{target} n’est pas branchée, c’est donc l’exemple qui passe.</translation>
    </message>
    <message>
      <source>{time:.0f} ms delay</source>
      <translation>délai de {time:.0f} ms</translation>
    </message>
    <message>
      <source>{time:.1f} ms a {size} frame on {device} (network at {input})</source>
      <translation>{time:.1f} ms par image de {size} sur {device} (réseau en {input})</translation>
    </message>
    <message>
      <source>{time} min left</source>
      <translation>{time} min restantes</translation>
    </message>
    <message>
      <source>{time} ms</source>
      <translation>{time} ms</translation>
    </message>
    <message>
      <source>{time} s left</source>
      <translation>{time} s restantes</translation>
    </message>
    <message>
      <source>{tip}
A double-click or Delete resets it.</source>
      <translation>{tip}
Un double-clic ou Suppr réinitialise.</translation>
    </message>
    <message>
      <source>{title} section</source>
      <translation>Section {title}</translation>
    </message>
    <message>
      <source>{trouble}. It is tried again until it works.</source>
      <translation>{trouble}. De nouveaux essais suivent jusqu’à ce que cela marche.</translation>
    </message>
    <message>
      <source>{trouble}. It was tried three times and is not tried again; give the address with the right name and password.</source>
      <translation>{trouble}. Trois essais ont été faits, il n'y en aura pas d'autre ; indiquez l'adresse avec le bon nom et le bon mot de passe.</translation>
    </message>
    <message>
      <source>{what} ({error}). {help}</source>
      <translation>{what} ({error}). {help}</translation>
    </message>
    <message>
      <source>{what} leads on and on ({count} connections) without a picture; check the address</source>
      <translation>{what} renvoie toujours plus loin ({count} connexions) sans image ; vérifiez l’adresse</translation>
    </message>
    <message>
      <source>{what} on {where}</source>
      <translation>{what} sur {where}</translation>
    </message>
    <message>
      <source>{what} sent {size} MB without a picture; that is no camera, or a damaged one; check the address</source>
      <translation>{what} a envoyé {size} Mo sans image ; ce n’est pas une caméra, ou elle est endommagée ; vérifiez l’adresse</translation>
    </message>
    <message>
      <source>{what}. {help}</source>
      <translation>{what}. {help}</translation>
    </message>
    <message>
      <source>{what}; the old file is kept as {name}.</source>
      <translation>{what} ; l’ancien fichier est gardé sous {name}.</translation>
    </message>
    <message>
      <source>{what}; they cannot be saved: look at {path}.</source>
      <translation>{what} ; ils ne peuvent pas être enregistrés : regardez {path}.</translation>
    </message>
    <message>
      <source>{word} stands for nothing in a name; there are {known}.</source>
      <translation>{word} ne représente rien dans un nom ; il y a {known}.</translation>
    </message>
    <message>
      <source>“{title}”</source>
      <translation>« {title} »</translation>
    </message>
  </context>
</TS>
