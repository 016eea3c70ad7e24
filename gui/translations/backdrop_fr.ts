<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="fr" sourcelanguage="en">
  <context>
    <name>Backdrop</name>
    <message>
      <source>0 is a hard edge; 100 keeps the finest hair.</source>
      <translation>0 coupe net ; 100 garde les cheveux les plus fins.</translation>
    </message>
    <message>
      <source>1 picture</source>
      <translation>1 image</translation>
    </message>
    <message>
      <source>95th percentile: 95 % of frames are faster than this</source>
      <translation>95e centile : 95 % des images sont plus rapides</translation>
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
      <source>A global shortcut needs Ctrl or Alt; {key} alone would be blocked in every program.</source>
      <translation>Un raccourci global exige Ctrl ou Alt ; {key} seule serait bloquée dans tous les programmes.</translation>
    </message>
    <message>
      <source>A matte would get the name of another file. Change the name pattern.</source>
      <translation>Un matte porterait le nom d’un autre fichier. Changez le modèle de nom.</translation>
    </message>
    <message>
      <source>A picture of the empty room gives a cleaner cut-out. It never leaves this computer.</source>
      <translation>Une image de la pièce vide améliore le détourage. Elle ne quitte jamais cet ordinateur.</translation>
    </message>
    <message>
      <source>A recording is running. It will be finished and kept.</source>
      <translation>Un enregistrement est en cours. Il sera terminé et conservé.</translation>
    </message>
    <message>
      <source>A screen can be the background only live. Choose another background.</source>
      <translation>Un écran ne peut être l’arrière-plan qu’en direct. Choisissez-en un autre.</translation>
    </message>
    <message>
      <source>A six-second sample clip</source>
      <translation>Un extrait d’exemple de six secondes</translation>
    </message>
    <message>
      <source>A track of sound ({codec}) of {count} channels was mixed to stereo; a .mkv keeps them all.</source>
      <translation>Une piste sonore ({codec}) de {count} canaux a été mixée en stéréo ; un .mkv les conserve tous.</translation>
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
      <translation>Une piste de type {kind} ({codec}) a été omise : ce type de fichier ne peut pas la contenir.</translation>
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
      <translation>Environ deux fois plus petit</translation>
    </message>
    <message>
      <source>About twice the size, best quality</source>
      <translation>Environ deux fois plus gros, meilleure qualité</translation>
    </message>
    <message>
      <source>Actual size (100 %)</source>
      <translation>Taille réelle (100 %)</translation>
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
      <source>Address</source>
      <translation>Adresse</translation>
    </message>
    <message>
      <source>Address of a network camera</source>
      <translation>Adresse d’une caméra réseau</translation>
    </message>
    <message>
      <source>Adds a soft shadow of the person to the background.</source>
      <translation>Ajoute une ombre douce de la personne sur l’arrière-plan.</translation>
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
      <source>Allow {host} until this window closes</source>
      <translation>Autoriser {host} jusqu’à la fermeture de cette fenêtre</translation>
    </message>
    <message>
      <source>Alpha as a greyscale video, for editing programs</source>
      <translation>Alpha en niveaux de gris, pour les logiciels de montage</translation>
    </message>
    <message>
      <source>Always keep</source>
      <translation>Toujours garder</translation>
    </message>
    <message>
      <source>Always kept. Drag the corners to adjust the outline.</source>
      <translation>Toujours conservé. Faites glisser les coins pour ajuster le contour.</translation>
    </message>
    <message>
      <source>Always kept. Wrong object? Click it again.</source>
      <translation>Toujours conservé. Mauvais objet ? Cliquez de nouveau dessus.</translation>
    </message>
    <message>
      <source>Always replace</source>
      <translation>Toujours remplacer</translation>
    </message>
    <message>
      <source>An area needs three points or more.</source>
      <translation>Une zone demande au moins trois points.</translation>
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
      <source>Another video track ({codec}) was left out: one of each film is processed.</source>
      <translation>Une autre piste vidéo ({codec}) a été omise : une seule est traitée par film.</translation>
    </message>
    <message>
      <source>Any free port</source>
      <translation>Port libre</translation>
    </message>
    <message>
      <source>Any graphics card</source>
      <translation>Toute carte graphique</translation>
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
      <source>Arrow keys move the person, with Shift farther.</source>
      <translation>Les flèches déplacent la personne, plus loin avec Maj.</translation>
    </message>
    <message>
      <source>As in the window</source>
      <translation>Comme à l’écran</translation>
    </message>
    <message>
      <source>Assign other keys</source>
      <translation>Attribuer d’autres touches</translation>
    </message>
    <message>
      <source>Audio</source>
      <translation>Audio</translation>
    </message>
    <message>
      <source>Aurora</source>
      <translation>Aurore</translation>
    </message>
    <message>
      <source>Auto-framing</source>
      <translation>Cadrage automatique</translation>
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
      <source>Averages the matte with that of the mirrored frame: fewer mistakes with Fast, up to twice the time</source>
      <translation>Moyenne le matte avec celui de l’image en miroir : moins d’erreurs avec « Rapide », jusqu’à deux fois plus de temps</translation>
    </message>
    <message>
      <source>Back to the full window (F10)</source>
      <translation>Revenir à la fenêtre complète (F10)</translation>
    </message>
    <message>
      <source>Back to the picture (Esc)</source>
      <translation>Retour à l’image (Échap)</translation>
    </message>
    <message>
      <source>Backdrop closes when the exports are done.</source>
      <translation>Backdrop se ferme quand les exports sont terminés.</translation>
    </message>
    <message>
      <source>Backdrop ran into an unexpected error. If it happens again, restart it. Log file: {log_path}</source>
      <translation>Backdrop a rencontré une erreur inattendue. Si elle se reproduit, redémarrez-le. Journal : {log_path}</translation>
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
      <source>Best</source>
      <translation>Meilleur</translation>
    </message>
    <message>
      <source>Best (hardly slower)</source>
      <translation>Meilleur (à peine plus long)</translation>
    </message>
    <message>
      <source>Best ({ratio:.0f}x slower)</source>
      <translation>Meilleur ({ratio:.0f}x plus lent)</translation>
    </message>
    <message>
      <source>Best available</source>
      <translation>La meilleure disponible</translation>
    </message>
    <message>
      <source>Blur</source>
      <translation>Flou</translation>
    </message>
    <message>
      <source>Blur my background</source>
      <translation>Flouter mon arrière-plan</translation>
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
      <source>Browse</source>
      <translation>Parcourir</translation>
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
      <source>Camera or file</source>
      <translation>Caméra ou fichier</translation>
    </message>
    <message>
      <source>Camera or file to show</source>
      <translation>Caméra ou fichier à afficher</translation>
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
      <source>Camera {name} disconnected: {trouble}. Only the background is shown until it is back.</source>
      <translation>Caméra {name} déconnectée : {trouble}. Seul l’arrière-plan est affiché jusqu’à son retour.</translation>
    </message>
    <message>
      <source>Camera {name} shows no picture yet: {sentence}</source>
      <translation>La caméra {name} ne montre encore rien : {sentence}</translation>
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
      <source>Cancelled. The finished part is kept</source>
      <translation>Annulé. La partie terminée est conservée</translation>
    </message>
    <message>
      <source>Cancelling…</source>
      <translation>Annulation…</translation>
    </message>
    <message>
      <source>Capture the empty room for a cleaner cut-out</source>
      <translation>Capturer la pièce vide pour un détourage plus net</translation>
    </message>
    <message>
      <source>Change it if another program uses this port; 0 takes a free one</source>
      <translation>À changer si un autre programme utilise ce port ; 0 en prend un libre</translation>
    </message>
    <message>
      <source>Change keys…</source>
      <translation>Changer les touches…</translation>
    </message>
    <message>
      <source>Checking this computer and timing the models…</source>
      <translation>Vérification de l’ordinateur et mesure des modèles…</translation>
    </message>
    <message>
      <source>Checking this computer first…</source>
      <translation>Vérification de cet ordinateur…</translation>
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
      <source>Choose a video, photo or camera</source>
      <translation>Choisissez une vidéo, une photo ou une caméra</translation>
    </message>
    <message>
      <source>Choose backgrounds, presets and slides, record and mute from other programs. They need the token; other computers cannot connect.</source>
      <translation>Choisissez arrière-plans, préréglages et diapositives, enregistrez et coupez le son depuis d’autres programmes. Il leur faut le jeton ; d’autres ordinateurs ne peuvent pas se connecter.</translation>
    </message>
    <message>
      <source>Choose where recordings go</source>
      <translation>Choisir où vont les enregistrements</translation>
    </message>
    <message>
      <source>Choose where to save the file.</source>
      <translation>Choisissez où enregistrer le fichier.</translation>
    </message>
    <message>
      <source>Choose “{device}” as the camera in the other program.</source>
      <translation>Choisissez « {device} » comme caméra dans l’autre programme.</translation>
    </message>
    <message>
      <source>Chosen</source>
      <translation>Choisis</translation>
    </message>
    <message>
      <source>Chosen person</source>
      <translation>Personne choisie</translation>
    </message>
    <message>
      <source>Chroma green</source>
      <translation>Vert chroma</translation>
    </message>
    <message>
      <source>Clear In and Out</source>
      <translation>Effacer entrée et sortie</translation>
    </message>
    <message>
      <source>Clear all</source>
      <translation>Tout effacer</translation>
    </message>
    <message>
      <source>Click a key, then press a new one. Global shortcuts are at the end.</source>
      <translation>Cliquez sur une touche, puis appuyez sur la nouvelle. Les raccourcis globaux sont à la fin.</translation>
    </message>
    <message>
      <source>Click an object such as a microphone or a chair, or draw around it: it is always kept</source>
      <translation>Cliquez sur un objet, comme un micro ou une chaise, ou entourez-le : il est toujours gardé</translation>
    </message>
    <message>
      <source>Click an object to keep it, such as a microphone or a chair, or draw around it.</source>
      <translation>Cliquez sur un objet à conserver, comme un micro ou une chaise, ou entourez-le.</translation>
    </message>
    <message>
      <source>Click everyone who stays. All others are removed.</source>
      <translation>Cliquez sur chaque personne qui reste. Les autres sont retirées.</translation>
    </message>
    <message>
      <source>Click or drag to seek; arrow keys step one second</source>
      <translation>Cliquez ou glissez pour naviguer ; les flèches avancent d’une seconde</translation>
    </message>
    <message>
      <source>Click others who stay, or a mark to take it back.</source>
      <translation>Cliquez sur d’autres personnes qui restent, ou sur un repère pour l’annuler.</translation>
    </message>
    <message>
      <source>Click people in the picture who stay; all others are removed</source>
      <translation>Cliquez dans l’image sur les personnes qui restent ; les autres sont retirées</translation>
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
      <source>Close the cut-out (Esc)</source>
      <translation>Fermer le détourage (Échap)</translation>
    </message>
    <message>
      <source>Close when done</source>
      <translation>Fermer ensuite</translation>
    </message>
    <message>
      <source>Close without exporting (Esc)</source>
      <translation>Fermer sans exporter (Échap)</translation>
    </message>
    <message>
      <source>Codec</source>
      <translation>Codec</translation>
    </message>
    <message>
      <source>Command</source>
      <translation>Commande</translation>
    </message>
    <message>
      <source>Compare</source>
      <translation>Comparer</translation>
    </message>
    <message>
      <source>Compression of the video</source>
      <translation>Compression de la vidéo</translation>
    </message>
    <message>
      <source>Connect</source>
      <translation>Se connecter</translation>
    </message>
    <message>
      <source>Container of the file</source>
      <translation>Conteneur du fichier</translation>
    </message>
    <message>
      <source>Copied</source>
      <translation>Copié</translation>
    </message>
    <message>
      <source>Copied.</source>
      <translation>Copié.</translation>
    </message>
    <message>
      <source>Copy</source>
      <translation>Copier</translation>
    </message>
    <message>
      <source>Copy all audio tracks</source>
      <translation>Copier toutes les pistes audio</translation>
    </message>
    <message>
      <source>Copy report</source>
      <translation>Copier le rapport</translation>
    </message>
    <message>
      <source>Copy the address</source>
      <translation>Copier l’adresse</translation>
    </message>
    <message>
      <source>Copy the token</source>
      <translation>Copier le jeton</translation>
    </message>
    <message>
      <source>Copy this command</source>
      <translation>Copier cette commande</translation>
    </message>
    <message>
      <source>Custom colour</source>
      <translation>Couleur personnalisée</translation>
    </message>
    <message>
      <source>Custom colour {colour}</source>
      <translation>Couleur personnalisée {colour}</translation>
    </message>
    <message>
      <source>Cut-out</source>
      <translation>Détourage</translation>
    </message>
    <message>
      <source>Cut-out on the desktop</source>
      <translation>Détourage sur le bureau</translation>
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
      <source>Default quality of the codec</source>
      <translation>Qualité habituelle du codec</translation>
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
      <source>Delete removes this stroke; the marks below the seek bar trim its reach.</source>
      <translation>Suppr retire ce trait ; les repères sous la barre de lecture limitent sa portée.</translation>
    </message>
    <message>
      <source>Delete the learnt room</source>
      <translation>Supprimer la pièce apprise</translation>
    </message>
    <message>
      <source>Delete this preset</source>
      <translation>Supprimer ce préréglage</translation>
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
      <source>Dismiss</source>
      <translation>Ignorer</translation>
    </message>
    <message>
      <source>Do not close (Enter, Esc)</source>
      <translation>Ne pas fermer (Entrée, Échap)</translation>
    </message>
    <message>
      <source>Do not connect</source>
      <translation>Ne pas se connecter</translation>
    </message>
    <message>
      <source>Do not record yet (Esc)</source>
      <translation>Ne pas enregistrer encore (Échap)</translation>
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
      <source>Drag a box around yourself. Everything outside it is replaced.</source>
      <translation>Tracez un cadre autour de vous. Tout ce qui est en dehors est remplacé.</translation>
    </message>
    <message>
      <source>Drag a box: everything outside it is replaced</source>
      <translation>Tracez un cadre : tout ce qui est en dehors est remplacé</translation>
    </message>
    <message>
      <source>Drag in the picture</source>
      <translation>Faire glisser dans l’image</translation>
    </message>
    <message>
      <source>Drag it, or use the arrow keys
Double-click or Delete undoes it.</source>
      <translation>Faites-la glisser ou utilisez les touches fléchées
Un double-clic ou Suppr l’annule.</translation>
    </message>
    <message>
      <source>Draw around an area: everything in it is replaced</source>
      <translation>Entourez une zone : tout ce qu’elle contient est remplacé</translation>
    </message>
    <message>
      <source>Draw around anything that should always be replaced.</source>
      <translation>Entourez ce qui doit toujours être remplacé.</translation>
    </message>
    <message>
      <source>Draw around hair or fast hands whose edge is too hard.</source>
      <translation>Entourez les cheveux ou les mains rapides dont le bord est trop dur.</translation>
    </message>
    <message>
      <source>Draw around hair or fast hands: edges in it become gradual</source>
      <translation>Entourez les cheveux ou les mains rapides : les bords y deviennent progressifs</translation>
    </message>
    <message>
      <source>Drop projects to export them</source>
      <translation>Déposez des projets pour les exporter</translation>
    </message>
    <message>
      <source>Drop to add to the backgrounds</source>
      <translation>Déposez pour ajouter aux arrière-plans</translation>
    </message>
    <message>
      <source>Drop to open</source>
      <translation>Déposez pour ouvrir</translation>
    </message>
    <message>
      <source>Drop to use as the background</source>
      <translation>Déposez pour utiliser comme arrière-plan</translation>
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
      <source>End of the mark</source>
      <translation>Fin du repère</translation>
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
      <source>Estimate for this computer: {size}, {duration}</source>
      <translation>Estimation pour cet ordinateur : {size}, {duration}</translation>
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
      <source>Export a second, deinterlaced file</source>
      <translation>Exporter un second fichier, désentrelacé</translation>
    </message>
    <message>
      <source>Export again with the same settings</source>
      <translation>Exporter de nouveau avec les mêmes réglages</translation>
    </message>
    <message>
      <source>Export all</source>
      <translation>Tout exporter</translation>
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
      <source>Export every file in the list (Ctrl+Shift+E)</source>
      <translation>Exporter tous les fichiers de la liste (Ctrl+Shift+E)</translation>
    </message>
    <message>
      <source>Export failed: {message}</source>
      <translation>Échec de l’export : {message}</translation>
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
      <source>Export this file with its new background (Ctrl+E)</source>
      <translation>Exporter ce fichier avec son nouvel arrière-plan (Ctrl+E)</translation>
    </message>
    <message>
      <source>Export time on this computer: {duration}</source>
      <translation>Durée de l’export sur cet ordinateur : {duration}</translation>
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
      <source>Files are exported one at a time: {reason}</source>
      <translation>Les fichiers sont exportés un par un : {reason}</translation>
    </message>
    <message>
      <source>Files of the name {path} appeared meanwhile and were not replaced</source>
      <translation>Des fichiers nommés {path} sont apparus entre-temps et n’ont pas été remplacés</translation>
    </message>
    <message>
      <source>Fill</source>
      <translation>Remplir</translation>
    </message>
    <message>
      <source>Fill the frame and crop the edges</source>
      <translation>Remplir l’image et rogner les bords</translation>
    </message>
    <message>
      <source>Finding its outline…</source>
      <translation>Recherche du contour…</translation>
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
      <source>Finished frames per second</source>
      <translation>Images terminées par seconde</translation>
    </message>
    <message>
      <source>Finishing the file…</source>
      <translation>Finalisation du fichier…</translation>
    </message>
    <message>
      <source>First frame number</source>
      <translation>Numéro de la première image</translation>
    </message>
    <message>
      <source>Fit</source>
      <translation>Ajuster</translation>
    </message>
    <message>
      <source>Fit to window</source>
      <translation>Ajuster à la fenêtre</translation>
    </message>
    <message>
      <source>Fit, blur and brightness of the background</source>
      <translation>Cadrage, flou et luminosité de l’arrière-plan</translation>
    </message>
    <message>
      <source>Following the strokes: {share}</source>
      <translation>Suivi des traits : {share}</translation>
    </message>
    <message>
      <source>Following the strokes…</source>
      <translation>Suivi des traits…</translation>
    </message>
    <message>
      <source>For a Stream Deck or your own scripts; off by default</source>
      <translation>Pour un Stream Deck ou vos propres scripts ; désactivé au départ</translation>
    </message>
    <message>
      <source>For flat, ungraded footage: the person is found in a picture with contrast. The video itself stays as it is</source>
      <translation>Pour les rushes plats, non étalonnés : la personne est cherchée dans une image contrastée. La vidéo elle-même reste telle quelle</translation>
    </message>
    <message>
      <source>Forget</source>
      <translation>Oublier</translation>
    </message>
    <message>
      <source>Format</source>
      <translation>Format</translation>
    </message>
    <message>
      <source>Frame rate</source>
      <translation>Cadence d’images</translation>
    </message>
    <message>
      <source>Frame rate and detail are lowered automatically when this computer is busy</source>
      <translation>La cadence et le détail baissent automatiquement quand l’ordinateur est chargé</translation>
    </message>
    <message>
      <source>Frames are repeated or dropped; the audio stays in sync</source>
      <translation>Des images sont répétées ou supprimées ; le son reste synchronisé</translation>
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
      <source>Frames per second from the source</source>
      <translation>Images par seconde de la source</translation>
    </message>
    <message>
      <source>Frames skipped because a newer one was ready</source>
      <translation>Images sautées parce qu’une plus récente était prête</translation>
    </message>
    <message>
      <source>From capture to finished picture</source>
      <translation>De la capture à l’image finie</translation>
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
      <source>Global: also while another program is in front</source>
      <translation>Global : aussi quand un autre programme est au premier plan</translation>
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
      <source>Graphics card (any)</source>
      <translation>Carte graphique (toutes)</translation>
    </message>
    <message>
      <source>Graphite</source>
      <translation>Graphite</translation>
    </message>
    <message>
      <source>Hardware and software found</source>
      <translation>Matériel et logiciels détectés</translation>
    </message>
    <message>
      <source>Hide or show the side panel</source>
      <translation>Montrer ou cacher le panneau latéral</translation>
    </message>
    <message>
      <source>Hide the exports</source>
      <translation>Masquer les exports</translation>
    </message>
    <message>
      <source>Hide time per stage</source>
      <translation>Masquer le temps</translation>
    </message>
    <message>
      <source>Higher values trim closer to the person.</source>
      <translation>Les valeurs élevées rognent plus près de la personne.</translation>
    </message>
    <message>
      <source>Hills</source>
      <translation>Collines</translation>
    </message>
    <message>
      <source>Hold to show the original (O)</source>
      <translation>Maintenir pour afficher l’original (O)</translation>
    </message>
    <message>
      <source>How many files are exported at the same time</source>
      <translation>Nombre de fichiers exportés en même temps</translation>
    </message>
    <message>
      <source>How the background fits</source>
      <translation>Comment l’arrière-plan est cadré</translation>
    </message>
    <message>
      <source>In</source>
      <translation>Entrée</translation>
    </message>
    <message>
      <source>In point</source>
      <translation>Point d’entrée</translation>
    </message>
    <message>
      <source>In the corner</source>
      <translation>Dans le coin</translation>
    </message>
    <message>
      <source>In: {time}. Drag, or use the arrow keys ([ sets it here)
Double-click or Delete clears it.</source>
      <translation>Entrée : {time}. Glissez, ou utilisez les flèches ([ la place ici)
Double-clic ou Suppr l’efface.</translation>
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
      <source>Install Unity Capture (github.com/schellingb/UnityCapture: run Install.bat), close other programs that send to it, and switch it on again.</source>
      <translation>Installez Unity Capture (github.com/schellingb/UnityCapture : lancez Install.bat), fermez les autres programmes qui l’utilisent, puis réactivez-le.</translation>
    </message>
    <message>
      <source>Install the optional package first: {command}</source>
      <translation>Installez d’abord le paquet facultatif : {command}</translation>
    </message>
    <message>
      <source>Install the v4l2loopback kernel module (Debian and Ubuntu: {install}), then run: {command}</source>
      <translation>Installez le module noyau v4l2loopback (Debian et Ubuntu : {install}), puis lancez : {command}</translation>
    </message>
    <message>
      <source>Internal error while {doing} ({error}); see the log. Try again, and report it if it happens again.</source>
      <translation>Erreur interne ({doing} : {error}) ; voir le journal. Réessayez, et signalez-la si elle se reproduit.</translation>
    </message>
    <message>
      <source>It needs the frames ahead, which are switched off.</source>
      <translation>Il faut les images suivantes, qui sont désactivées.</translation>
    </message>
    <message>
      <source>Its matte is {name}, beside it.</source>
      <translation>Son matte est {name}, à côté.</translation>
    </message>
    <message>
      <source>JPEG pictures</source>
      <translation>Images JPEG</translation>
    </message>
    <message>
      <source>Keep</source>
      <translation>Garder</translation>
    </message>
    <message>
      <source>Keep all people in the picture</source>
      <translation>Garder toutes les personnes de l’image</translation>
    </message>
    <message>
      <source>Keep audio</source>
      <translation>Garder l’audio</translation>
    </message>
    <message>
      <source>Keep going</source>
      <translation>Continuer</translation>
    </message>
    <message>
      <source>Keep only the largest person</source>
      <translation>Ne garder que la plus grande personne</translation>
    </message>
    <message>
      <source>Keeps you centred and close, as a camera operator does</source>
      <translation>Vous garde au centre et de près, comme le ferait un cadreur</translation>
    </message>
    <message>
      <source>Kept by a stroke</source>
      <translation>Gardé par un trait</translation>
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
      <source>Large model: finer edges and hair, fewer mistakes</source>
      <translation>Grand modèle : bords et cheveux plus fins, moins d’erreurs</translation>
    </message>
    <message>
      <source>Largest</source>
      <translation>La plus grande</translation>
    </message>
    <message>
      <source>Largest only</source>
      <translation>La plus grande</translation>
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
      <source>Learn the room automatically</source>
      <translation>Apprendre la pièce automatiquement</translation>
    </message>
    <message>
      <source>Learning the room: {share:.0%}</source>
      <translation>Apprentissage de la pièce : {share:.0%}</translation>
    </message>
    <message>
      <source>Learns the parts of the room that you uncover as you move</source>
      <translation>Apprend les parties de la pièce que vous découvrez en bougeant</translation>
    </message>
    <message>
      <source>Learnt room</source>
      <translation>Pièce apprise</translation>
    </message>
    <message>
      <source>Leftovers</source>
      <translation>Restes</translation>
    </message>
    <message>
      <source>Let clicks through (the More menu ends it)</source>
      <translation>Laisser passer les clics (le menu Plus y met fin)</translation>
    </message>
    <message>
      <source>Let clicks through the cut-out</source>
      <translation>Laisser passer les clics à travers le détourage</translation>
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
      <source>Log curve of the camera</source>
      <translation>Courbe log de la caméra</translation>
    </message>
    <message>
      <source>Look</source>
      <translation>Rendu</translation>
    </message>
    <message>
      <source>Looking for a camera…</source>
      <translation>Recherche d’une caméra…</translation>
    </message>
    <message>
      <source>Looking for the person…</source>
      <translation>Recherche de la personne…</translation>
    </message>
    <message>
      <source>Loop</source>
      <translation>Lecture en boucle</translation>
    </message>
    <message>
      <source>MIT for the weights; the training pictures have terms of their own: weights/README.md</source>
      <translation>MIT pour les poids ; les images d’entraînement ont leurs propres conditions : weights/README.md</translation>
    </message>
    <message>
      <source>MOV, for editing</source>
      <translation>MOV, pour le montage</translation>
    </message>
    <message>
      <source>MP4 recordings and virtual cameras do not support transparency and show black instead. Snapshots and exports keep it.</source>
      <translation>Les enregistrements MP4 et les caméras virtuelles ne gèrent pas la transparence et affichent du noir. Les instantanés et les exports la conservent.</translation>
    </message>
    <message>
      <source>MP4, plays everywhere</source>
      <translation>MP4, lisible partout</translation>
    </message>
    <message>
      <source>Mark areas that are always kept or always replaced</source>
      <translation>Marquer les zones toujours gardées ou toujours remplacées</translation>
    </message>
    <message>
      <source>Marks of the video</source>
      <translation>Repères de la vidéo</translation>
    </message>
    <message>
      <source>Match light</source>
      <translation>Accorder la lumière</translation>
    </message>
    <message>
      <source>Matches the person's brightness and colour to the background.</source>
      <translation>Accorde la luminosité et la couleur de la personne à l’arrière-plan.</translation>
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
      <source>Message {number} of {count}</source>
      <translation>Message {number} sur {count}</translation>
    </message>
    <message>
      <source>Microphone</source>
      <translation>Micro</translation>
    </message>
    <message>
      <source>Microphone for recordings</source>
      <translation>Micro pour les enregistrements</translation>
    </message>
    <message>
      <source>Milliseconds per frame in each stage</source>
      <translation>Millisecondes par image à chaque étape</translation>
    </message>
    <message>
      <source>Mini window, always on top</source>
      <translation>Mini-fenêtre, toujours devant</translation>
    </message>
    <message>
      <source>Mini window, always on top (F10)</source>
      <translation>Mini-fenêtre, toujours au premier plan (F10)</translation>
    </message>
    <message>
      <source>Minimum digits</source>
      <translation>Nombre minimal de chiffres</translation>
    </message>
    <message>
      <source>Mint</source>
      <translation>Menthe</translation>
    </message>
    <message>
      <source>Minutes:seconds, such as 1:23.5; arrow keys step one second</source>
      <translation>Minutes:secondes, comme 1:23.5 ; les flèches avancent d’une seconde</translation>
    </message>
    <message>
      <source>Mirror me</source>
      <translation>Effet miroir</translation>
    </message>
    <message>
      <source>Mirror the person, not the background (M)</source>
      <translation>Inverser la personne en miroir, pas l’arrière-plan (M)</translation>
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
      <source>Move and size yourself in the picture, with the pointer or the arrow keys</source>
      <translation>Vous déplacer et changer votre taille dans l’image, avec le pointeur ou les flèches</translation>
    </message>
    <message>
      <source>Move down</source>
      <translation>Descendre</translation>
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
      <source>Move up</source>
      <translation>Monter</translation>
    </message>
    <message>
      <source>Moves the background left or right.</source>
      <translation>Déplace l’arrière-plan vers la gauche ou la droite.</translation>
    </message>
    <message>
      <source>Moves the background up or down.</source>
      <translation>Déplace l’arrière-plan vers le haut ou le bas.</translation>
    </message>
    <message>
      <source>Moves the person left or right.</source>
      <translation>Déplace la personne vers la gauche ou la droite.</translation>
    </message>
    <message>
      <source>Moves the person up or down.</source>
      <translation>Déplace la personne vers le haut ou le bas.</translation>
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
      <source>Muted while the microphone is recording</source>
      <translation>Muet pendant l’enregistrement du micro</translation>
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
      <source>My room: the background is not replaced</source>
      <translation>Ma pièce : l’arrière-plan n’est pas remplacé</translation>
    </message>
    <message>
      <source>My screen</source>
      <translation>Mon écran</translation>
    </message>
    <message>
      <source>NDI opens no source on this computer.</source>
      <translation>NDI n’ouvre aucune source sur cet ordinateur.</translation>
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
      <source>Name on the command line, and start of the file's SHA-256</source>
      <translation>Nom en ligne de commande et début du SHA-256 du fichier</translation>
    </message>
    <message>
      <source>Name pattern</source>
      <translation>Modèle de nom</translation>
    </message>
    <message>
      <source>Name this look</source>
      <translation>Nommez ce rendu</translation>
    </message>
    <message>
      <source>Neural network that cuts you out</source>
      <translation>Réseau de neurones qui vous détoure</translation>
    </message>
    <message>
      <source>New token</source>
      <translation>Nouveau jeton</translation>
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
      <source>Next frame</source>
      <translation>Image suivante</translation>
    </message>
    <message>
      <source>Next frame (.)</source>
      <translation>Image suivante (.)</translation>
    </message>
    <message>
      <source>Next mark</source>
      <translation>Repère suivant</translation>
    </message>
    <message>
      <source>Next message</source>
      <translation>Message suivant</translation>
    </message>
    <message>
      <source>Next slide</source>
      <translation>Diapositive suivante</translation>
    </message>
    <message>
      <source>Next slide (PgDown)</source>
      <translation>Diapositive suivante (PgDown)</translation>
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
      <source>No camera found. Plug one in to use it.</source>
      <translation>Aucune caméra trouvée. Branchez-en une pour l’utiliser.</translation>
    </message>
    <message>
      <source>No camera was found, so the built-in sample plays. Plug one in, or open a file.</source>
      <translation>Aucune caméra n’a été trouvée, c’est donc l’exemple qui passe. Branchez-en une, ou ouvrez un fichier.</translation>
    </message>
    <message>
      <source>No engine works; choose another model or device.</source>
      <translation>Aucun modèle ne fonctionne ; choisissez un autre modèle ou appareil.</translation>
    </message>
    <message>
      <source>No frames yet</source>
      <translation>Pas encore d’images</translation>
    </message>
    <message>
      <source>No licence text is included.</source>
      <translation>Aucun texte de licence n’est fourni.</translation>
    </message>
    <message>
      <source>No microphone found</source>
      <translation>Aucun micro trouvé</translation>
    </message>
    <message>
      <source>No microphone found, so the recording will have no sound. Plug one in, or record without sound.</source>
      <translation>Aucun micro trouvé ; l’enregistrement sera sans son. Branchez-en un, ou enregistrez sans son.</translation>
    </message>
    <message>
      <source>No microphone is selected, so the recording will have no sound.</source>
      <translation>Aucun micro n’est choisi ; l’enregistrement sera sans son.</translation>
    </message>
    <message>
      <source>No model could be started. Only the background is shown.</source>
      <translation>Aucun modèle n’a pu démarrer. Seul l’arrière-plan est affiché.</translation>
    </message>
    <message>
      <source>No object found there. Draw around it instead.</source>
      <translation>Aucun objet trouvé ici. Tracez plutôt son contour.</translation>
    </message>
    <message>
      <source>No other window is open. Open one first, then choose it here.</source>
      <translation>Aucune autre fenêtre n’est ouverte. Ouvrez-en une, puis choisissez-la ici.</translation>
    </message>
    <message>
      <source>No person found. Only the background is shown.</source>
      <translation>Aucune personne trouvée. Seul l’arrière-plan est affiché.</translation>
    </message>
    <message>
      <source>No person was found there. Click a person.</source>
      <translation>Personne n’a été trouvé ici. Cliquez sur une personne.</translation>
    </message>
    <message>
      <source>No preset</source>
      <translation>Aucun préréglage</translation>
    </message>
    <message>
      <source>No program is connected.</source>
      <translation>Aucun programme n’est connecté.</translation>
    </message>
    <message>
      <source>No sound</source>
      <translation>Aucun son</translation>
    </message>
    <message>
      <source>No sound from {name}. Is it muted or switched off?</source>
      <translation>Aucun son de {name}. Est-il coupé ou éteint ?</translation>
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
      <source>None in this video</source>
      <translation>Aucun dans cette vidéo</translation>
    </message>
    <message>
      <source>Not in log</source>
      <translation>Sans courbe log</translation>
    </message>
    <message>
      <source>Not saved: {reason}. Choose another folder.</source>
      <translation>Non enregistré : {reason}. Choisissez un autre dossier.</translation>
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
      <source>Numbers</source>
      <translation>Numéros</translation>
    </message>
    <message>
      <source>ONNX Runtime is installed; not timed</source>
      <translation>ONNX Runtime est installé ; non mesuré</translation>
    </message>
    <message>
      <source>Off: Page Up and Page Down change the slides</source>
      <translation>Désactivé : Page précédente et Page suivante changent les diapositives</translation>
    </message>
    <message>
      <source>Off: the room is forgotten when the source closes</source>
      <translation>Désactivé : la pièce est oubliée à la fermeture de la source</translation>
    </message>
    <message>
      <source>One moment …</source>
      <translation>Un instant…</translation>
    </message>
    <message>
      <source>Only a range</source>
      <translation>Seulement un extrait</translation>
    </message>
    <message>
      <source>Only between In and Out</source>
      <translation>Seulement entre entrée et sortie</translation>
    </message>
    <message numerus="yes">
      <source>Only between In and Out ({n} files)</source>
      <extracomment>n = 1: Only between In and Out (1 file)</extracomment>
      <translation>
        <numerusform>Seulement entre entrée et sortie (1 fichier)</numerusform>
        <numerusform>Seulement entre entrée et sortie ({n} fichiers)</numerusform>
      </translation>
    </message>
    <message>
      <source>Only files can be exported. Open a video or picture first, or record the camera with the red button.</source>
      <translation>Seuls les fichiers peuvent être exportés. Ouvrez d’abord une vidéo ou une image, ou enregistrez la caméra avec le bouton rouge.</translation>
    </message>
    <message>
      <source>Only files have projects. Open a video or picture first.</source>
      <translation>Seuls les fichiers ont des projets. Ouvrez d’abord une vidéo ou une image.</translation>
    </message>
    <message>
      <source>Only in videos.</source>
      <translation>Seulement dans les vidéos.</translation>
    </message>
    <message>
      <source>Only one project is shown at a time: {name}.</source>
      <translation>Un seul projet est affiché à la fois : {name}.</translation>
    </message>
    <message>
      <source>Only the background is shown: {sentence}. Choose another model or device.</source>
      <translation>Seul l’arrière-plan est affiché : {sentence}. Choisissez un autre modèle ou appareil.</translation>
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
      <source>Open as image sequence</source>
      <translation>Ouvrir comme suite d’images</translation>
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
      <source>Open in the default app</source>
      <translation>Ouvrir avec l’application par défaut</translation>
    </message>
    <message>
      <source>Open its folder</source>
      <translation>Ouvrir son dossier</translation>
    </message>
    <message>
      <source>Open its project</source>
      <translation>Ouvrir son projet</translation>
    </message>
    <message>
      <source>Open video or picture…</source>
      <translation>Ouvrir une vidéo ou une image…</translation>
    </message>
    <message>
      <source>Open videos or pictures</source>
      <translation>Ouvrir des vidéos ou des images</translation>
    </message>
    <message>
      <source>Open-source components</source>
      <translation>Composants open source</translation>
    </message>
    <message>
      <source>Opened files</source>
      <translation>Fichiers ouverts</translation>
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
      <source>Other programs find it only while Avahi runs (Debian and Ubuntu: {command}).</source>
      <translation>Les autres programmes ne le trouvent que si Avahi tourne (Debian et Ubuntu : {command}).</translation>
    </message>
    <message>
      <source>Out</source>
      <translation>Sortie</translation>
    </message>
    <message>
      <source>Out point</source>
      <translation>Point de sortie</translation>
    </message>
    <message>
      <source>Out: {time}. Drag, or use the arrow keys (] sets it here)
Double-click or Delete clears it.</source>
      <translation>Sortie : {time}. Glissez, ou utilisez les flèches (] la place ici)
Double-clic ou Suppr l’efface.</translation>
    </message>
    <message>
      <source>Output</source>
      <translation>Sortie</translation>
    </message>
    <message>
      <source>Output file, or folder for several files</source>
      <translation>Fichier de sortie, ou dossier pour plusieurs fichiers</translation>
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
      <source>Paint over hair or motion: its edge becomes soft</source>
      <translation>Peignez sur des cheveux ou un mouvement : le bord s’adoucit</translation>
    </message>
    <message>
      <source>Paint over what is missing: it is kept</source>
      <translation>Peignez sur ce qui manque : c’est gardé</translation>
    </message>
    <message>
      <source>Paint over what is wrong. It is mended before and after this frame, as far as it can be followed.</source>
      <translation>Peignez sur ce qui est faux. C’est corrigé avant et après cette image, aussi loin que le suivi le permet.</translation>
    </message>
    <message>
      <source>Paint over what is wrong; it is mended along the motion</source>
      <translation>Peignez sur ce qui est faux ; c’est corrigé en suivant le mouvement</translation>
    </message>
    <message>
      <source>Paint over what should go: it is replaced</source>
      <translation>Peignez sur ce qui doit disparaître : c’est remplacé</translation>
    </message>
    <message>
      <source>Parts</source>
      <translation>Composants</translation>
    </message>
    <message>
      <source>Passwords are not saved. Enter yours after the name: name:password@…</source>
      <translation>Les mots de passe ne sont pas enregistrés. Saisissez le vôtre après le nom : nom:motdepasse@…</translation>
    </message>
    <message>
      <source>Pause</source>
      <translation>Pause</translation>
    </message>
    <message>
      <source>Pause recording</source>
      <translation>Suspendre l’enregistrement</translation>
    </message>
    <message>
      <source>Pause the recording (P)</source>
      <translation>Suspendre l’enregistrement (P)</translation>
    </message>
    <message>
      <source>Paused during export</source>
      <translation>En pause pendant l’export</translation>
    </message>
    <message>
      <source>Paused while the export time is measured</source>
      <translation>En pause pendant la mesure de la durée d’export</translation>
    </message>
    <message>
      <source>People in the picture</source>
      <translation>Personnes dans l’image</translation>
    </message>
    <message>
      <source>Person</source>
      <translation>Personne</translation>
    </message>
    <message>
      <source>Person area</source>
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
      <source>PipeWire does not answer</source>
      <translation>PipeWire ne répond pas</translation>
    </message>
    <message>
      <source>PipeWire has ended</source>
      <translation>PipeWire s’est arrêté</translation>
    </message>
    <message>
      <source>PipeWire refuses the camera</source>
      <translation>PipeWire refuse la caméra</translation>
    </message>
    <message>
      <source>PipeWire starts no thread</source>
      <translation>PipeWire ne démarre aucun thread</translation>
    </message>
    <message>
      <source>Place of the person</source>
      <translation>Place de la personne</translation>
    </message>
    <message>
      <source>Play</source>
      <translation>Lire</translation>
    </message>
    <message>
      <source>Play/pause</source>
      <translation>Lecture/pause</translation>
    </message>
    <message>
      <source>Play/pause (space)</source>
      <translation>Lecture/pause (space)</translation>
    </message>
    <message>
      <source>Playlist: click a file to show it</source>
      <translation>Liste de lecture : cliquez sur un fichier pour l’afficher</translation>
    </message>
    <message>
      <source>Port</source>
      <translation>Port</translation>
    </message>
    <message>
      <source>Port {port} is in use by another program or another window. Choose another port.</source>
      <translation>Le port {port} est utilisé par un autre programme ou une autre fenêtre. Choisissez un autre port.</translation>
    </message>
    <message>
      <source>Port {port} is reserved for the system. Choose one above 1023.</source>
      <translation>Le port {port} est réservé au système. Choisissez-en un au-dessus de 1023.</translation>
    </message>
    <message>
      <source>Position X</source>
      <translation>Position X</translation>
    </message>
    <message>
      <source>Position Y</source>
      <translation>Position Y</translation>
    </message>
    <message>
      <source>Position in the video</source>
      <translation>Position dans la vidéo</translation>
    </message>
    <message>
      <source>Preparing</source>
      <translation>Préparation</translation>
    </message>
    <message>
      <source>Preparing Backdrop for the graphics card, only at the first start.</source>
      <translation>Préparation de Backdrop pour la carte graphique, au premier démarrage seulement.</translation>
    </message>
    <message>
      <source>Preparing Backdrop for this processor, only at the first start: {ready} of {total} steps.</source>
      <translation>Préparation de Backdrop pour ce processeur, au premier démarrage seulement : étape {ready} sur {total}.</translation>
    </message>
    <message>
      <source>Preparing Backdrop for this processor. This takes about a minute, only at the first start.</source>
      <translation>Préparation de Backdrop pour ce processeur. Environ une minute, seulement au premier démarrage.</translation>
    </message>
    <message>
      <source>Preparing: {ready} of {total}</source>
      <translation>Préparation : {ready} sur {total}</translation>
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
      <source>Previous frame</source>
      <translation>Image précédente</translation>
    </message>
    <message>
      <source>Previous frame (,)</source>
      <translation>Image précédente (,)</translation>
    </message>
    <message>
      <source>Previous mark</source>
      <translation>Repère précédent</translation>
    </message>
    <message>
      <source>Previous message</source>
      <translation>Message précédent</translation>
    </message>
    <message>
      <source>Previous slide</source>
      <translation>Diapositive précédente</translation>
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
      <source>Processor or graphics card that runs the model</source>
      <translation>Processeur ou carte graphique qui exécute le modèle</translation>
    </message>
    <message>
      <source>Programs in your network can receive “{device}” by {name}.</source>
      <translation>Les programmes de votre réseau peuvent recevoir « {device} » par {name}.</translation>
    </message>
    <message>
      <source>Programs on this computer can receive “{device}” by {name}.</source>
      <translation>Les programmes de cet ordinateur peuvent recevoir « {device} » par {name}.</translation>
    </message>
    <message>
      <source>Programs on this computer may control Backdrop</source>
      <translation>Les programmes de cet ordinateur peuvent contrôler Backdrop</translation>
    </message>
    <message>
      <source>Progress of {name}</source>
      <translation>Progression de {name}</translation>
    </message>
    <message>
      <source>Projects</source>
      <translation>Projets</translation>
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
      <source>Qt {version}, but no display</source>
      <translation>Qt {version}, mais il n’y a pas d’écran ici</translation>
    </message>
    <message>
      <source>Quality</source>
      <translation>Qualité</translation>
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
      <source>Record</source>
      <translation>Enregistrer</translation>
    </message>
    <message>
      <source>Record at a constant frame rate</source>
      <translation>Enregistrer à cadence constante</translation>
    </message>
    <message>
      <source>Record the playback without its audio (R); use Export for the whole file</source>
      <translation>Enregistrer la lecture sans le son (R) ; utilisez Exporter pour le fichier entier</translation>
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
      <source>Reduced quality, {rate:.0f} frames/s</source>
      <translation>Qualité réduite, {rate:.0f} images/s</translation>
    </message>
    <message>
      <source>Reduces flicker where nothing moves.</source>
      <translation>Calme le scintillement là où rien ne bouge.</translation>
    </message>
    <message>
      <source>Remember this room on this computer</source>
      <translation>Mémoriser cette pièce sur cet ordinateur</translation>
    </message>
    <message>
      <source>Remote control</source>
      <translation>Télécommande</translation>
    </message>
    <message>
      <source>Remote control…</source>
      <translation>Télécommande…</translation>
    </message>
    <message>
      <source>Remove</source>
      <translation>Retirer</translation>
    </message>
    <message>
      <source>Remove all areas of this source</source>
      <translation>Retirer toutes les zones de cette source</translation>
    </message>
    <message>
      <source>Remove all finished exports from the list</source>
      <translation>Retirer de la liste tous les exports terminés</translation>
    </message>
    <message>
      <source>Remove all strokes of this video</source>
      <translation>Retirer tous les traits de cette vidéo</translation>
    </message>
    <message>
      <source>Remove from the gallery</source>
      <translation>Retirer de la galerie</translation>
    </message>
    <message>
      <source>Remove from the list</source>
      <translation>Retirer de la liste</translation>
    </message>
    <message>
      <source>Remove the chosen area (Delete)</source>
      <translation>Retirer la zone choisie (Suppr)</translation>
    </message>
    <message>
      <source>Remove the chosen stroke (Delete)</source>
      <translation>Retirer le trait choisi (Suppr)</translation>
    </message>
    <message>
      <source>Removed by a stroke</source>
      <translation>Retiré par un trait</translation>
    </message>
    <message>
      <source>Replace the existing file</source>
      <translation>Remplacer le fichier existant</translation>
    </message>
    <message>
      <source>Reset all</source>
      <translation>Tout réinitialiser</translation>
    </message>
    <message>
      <source>Reset all shortcuts to their defaults</source>
      <translation>Rétablir tous les raccourcis par défaut</translation>
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
      <source>Resolution</source>
      <translation>Résolution</translation>
    </message>
    <message>
      <source>Resolution and frame rate of the camera</source>
      <translation>Résolution et cadence de la caméra</translation>
    </message>
    <message>
      <source>Restart Backdrop to use it in English.</source>
      <translation>Redémarrez Backdrop pour l’utiliser en français.</translation>
    </message>
    <message>
      <source>Result</source>
      <translation>Résultat</translation>
    </message>
    <message>
      <source>Resume</source>
      <translation>Reprendre</translation>
    </message>
    <message>
      <source>Resume the unfinished exports</source>
      <translation>Reprendre les exports inachevés</translation>
    </message>
    <message>
      <source>Room learnt. The cut-out is cleaner now.</source>
      <translation>Pièce apprise. Le détourage est maintenant plus net.</translation>
    </message>
    <message>
      <source>Running smoothly, {rate:.0f} frames/s</source>
      <translation>Fluide, {rate:.0f} images/s</translation>
    </message>
    <message>
      <source>Sage</source>
      <translation>Sauge</translation>
    </message>
    <message>
      <source>Same place and size as in the camera picture</source>
      <translation>Comme dans l’image de la caméra</translation>
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
      <source>Save and close (Esc)</source>
      <translation>Enregistrer et fermer (Échap)</translation>
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
      <source>Save elsewhere…</source>
      <translation>Enregistrer ailleurs…</translation>
    </message>
    <message>
      <source>Save in</source>
      <translation>Dossier</translation>
    </message>
    <message>
      <source>Save the project</source>
      <translation>Enregistrer le projet</translation>
    </message>
    <message>
      <source>Save the project as…</source>
      <translation>Enregistrer le projet sous…</translation>
    </message>
    <message>
      <source>Save the report</source>
      <translation>Enregistrer le rapport</translation>
    </message>
    <message>
      <source>Save the report to a file</source>
      <translation>Enregistrer le rapport dans un fichier</translation>
    </message>
    <message>
      <source>Save this look as a preset</source>
      <translation>Enregistrer ce rendu comme préréglage</translation>
    </message>
    <message>
      <source>Save to</source>
      <translation>Enregistrer dans</translation>
    </message>
    <message>
      <source>Saved as {name}.</source>
      <translation>Enregistré sous {name}.</translation>
    </message>
    <message>
      <source>Saved look and background</source>
      <translation>Rendu et arrière-plan enregistrés</translation>
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
      <source>Screen capture is not available on this system. Use slides as a folder of pictures instead.</source>
      <translation>La capture d’écran n’est pas disponible sur ce système. Utilisez les diapositives sous forme de dossier d’images.</translation>
    </message>
    <message>
      <source>Second pass, mirrored</source>
      <translation>Seconde passe, en miroir</translation>
    </message>
    <message>
      <source>Send with transparency to other programs</source>
      <translation>Envoyer avec transparence à d’autres programmes</translation>
    </message>
    <message>
      <source>Set In point</source>
      <translation>Définir le point d’entrée</translation>
    </message>
    <message>
      <source>Set Out point</source>
      <translation>Définir le point de sortie</translation>
    </message>
    <message>
      <source>Set up {name}…</source>
      <translation>Installer {name}…</translation>
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
      <source>Show in folder</source>
      <translation>Ouvrir le dossier</translation>
    </message>
    <message>
      <source>Show or hide {title}</source>
      <translation>Afficher ou masquer {title}</translation>
    </message>
    <message>
      <source>Show original (hold)</source>
      <translation>Afficher l’original (maintenir)</translation>
    </message>
    <message>
      <source>Show the exports</source>
      <translation>Montrer les exports</translation>
    </message>
    <message>
      <source>Show the log</source>
      <translation>Montrer le journal</translation>
    </message>
    <message>
      <source>Show the whole background, with black bars</source>
      <translation>Afficher tout l’arrière-plan, avec des bandes noires</translation>
    </message>
    <message>
      <source>Show the whole message</source>
      <translation>Afficher le message entier</translation>
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
      <source>Size</source>
      <translation>Taille</translation>
    </message>
    <message>
      <source>Size of the brush</source>
      <translation>Taille du pinceau</translation>
    </message>
    <message>
      <source>Size of the brush ([ and ])</source>
      <translation>Taille du pinceau ([ et ])</translation>
    </message>
    <message>
      <source>Size of the person on the background.</source>
      <translation>Taille de la personne sur l’arrière-plan.</translation>
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
      <source>Slightly uneven, {rate:.0f} frames/s</source>
      <translation>Légèrement saccadé, {rate:.0f} images/s</translation>
    </message>
    <message>
      <source>Small</source>
      <translation>Petit</translation>
    </message>
    <message>
      <source>Small model: good edges, short export</source>
      <translation>Petit modèle : bons bords, export rapide</translation>
    </message>
    <message>
      <source>Small, in the corner of slides or a screen</source>
      <translation>En petit, dans le coin des diapositives ou de l’écran</translation>
    </message>
    <message>
      <source>Soft edge</source>
      <translation>Bord doux</translation>
    </message>
    <message>
      <source>Soften</source>
      <translation>Adoucir</translation>
    </message>
    <message>
      <source>Softened by a stroke</source>
      <translation>Adouci par un trait</translation>
    </message>
    <message>
      <source>Softens the new background, as a lens does.</source>
      <translation>Adoucit le nouvel arrière-plan, comme un objectif.</translation>
    </message>
    <message>
      <source>Something moved, or someone was still in the picture. Try again.</source>
      <translation>Quelque chose a bougé, ou quelqu’un était encore dans le cadre. Réessayez.</translation>
    </message>
    <message>
      <source>Sound cannot be played here ({error}).</source>
      <translation>Le son ne peut pas être lu ici ({error}).</translation>
    </message>
    <message>
      <source>Source</source>
      <translation>Source</translation>
    </message>
    <message>
      <source>Source ({rate:.4g})</source>
      <translation>Source ({rate:.4g})</translation>
    </message>
    <message>
      <source>Spills the new background's light onto the edge.</source>
      <translation>Fait déborder la lumière du nouvel arrière-plan sur le bord.</translation>
    </message>
    <message>
      <source>Start of the mark</source>
      <translation>Début du repère</translation>
    </message>
    <message>
      <source>Start the export; it runs in the background</source>
      <translation>Lancer l’export ; il s’exécute en arrière-plan</translation>
    </message>
    <message>
      <source>Start/stop recording</source>
      <translation>Démarrer/arrêter l’enregistrement</translation>
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
      <source>Starts a countdown so that you can step out</source>
      <translation>Lance un compte à rebours pour vous laisser sortir du cadre</translation>
    </message>
    <message>
      <source>Stay open</source>
      <translation>Rester ouvert</translation>
    </message>
    <message>
      <source>Stay out of the picture: capturing the empty room …</source>
      <translation>Restez hors du cadre : capture de la pièce vide…</translation>
    </message>
    <message>
      <source>Steadiness</source>
      <translation>Stabilité</translation>
    </message>
    <message>
      <source>Step out of the picture for a moment: {seconds} …</source>
      <translation>Sortez un instant du cadre : {seconds}…</translation>
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
      <source>Stop now; the finished part is kept</source>
      <translation>Arrêter maintenant ; la partie terminée est conservée</translation>
    </message>
    <message>
      <source>Stored as a picture in a file that only you can read. Forget, or switching this off, deletes it.</source>
      <translation>Enregistrée comme image dans un fichier que vous seul pouvez lire. « Oublier », ou désactiver ceci, le supprime.</translation>
    </message>
    <message>
      <source>Strength of the background blur.</source>
      <translation>Intensité du flou d’arrière-plan.</translation>
    </message>
    <message>
      <source>Strokes in the picture</source>
      <translation>Traits dans l’image</translation>
    </message>
    <message>
      <source>Strokes were left out: this video has no frame at their time ({times}).</source>
      <translation>Des traits ont été laissés de côté : cette vidéo n’a pas d’image à leur instant ({times}).</translation>
    </message>
    <message>
      <source>Strokes…</source>
      <translation>Traits…</translation>
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
      <source>Switch it on again.</source>
      <translation>Réactivez l’envoi.</translation>
    </message>
    <message>
      <source>System default</source>
      <translation>Comme le système</translation>
    </message>
    <message>
      <source>Testing the graphics card, only at the first start.</source>
      <translation>Test de la carte graphique, au premier démarrage seulement.</translation>
    </message>
    <message>
      <source>Text (*.txt)</source>
      <translation>Texte (*.txt)</translation>
    </message>
    <message>
      <source>The CPU computes in float32 only; float16 needs a GPU.</source>
      <translation>Sur le processeur, tout est calculé en float32 ; float16 est pour les cartes graphiques.</translation>
    </message>
    <message>
      <source>The GPU cannot be used: {error}. See the log for details.</source>
      <translation>La carte graphique ne peut pas être utilisée : {error}. Voir le journal pour les détails.</translation>
    </message>
    <message>
      <source>The GPU failed ({error}). Continuing on the CPU from the same frame.</source>
      <translation>La carte graphique est tombée en panne ({error}). Suite sur le processeur, à partir de la même image.</translation>
    </message>
    <message>
      <source>The GPU stopped working, so the CPU took over. Choose the GPU again to switch back.</source>
      <translation>La carte graphique ne fonctionne plus ; l’image continue avec le processeur. Choisissez à nouveau la carte pour y revenir.</translation>
    </message>
    <message>
      <source>The alpha of this frame in the file is damaged.</source>
      <translation>Le canal alpha de cette image est endommagé dans le fichier.</translation>
    </message>
    <message>
      <source>The aspect ratio is kept</source>
      <translation>Le rapport d’aspect est conservé</translation>
    </message>
    <message>
      <source>The attached file {codec} was left out: a .mkv holds such files.</source>
      <translation>Le fichier joint {codec} a été omis : un .mkv peut contenir de tels fichiers.</translation>
    </message>
    <message>
      <source>The background alone is shown. {reason}</source>
      <translation>Seul l’arrière-plan est affiché. {reason}</translation>
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
      <source>The background is sent, too. Choose “Transparent” to send the person alone.</source>
      <translation>L’arrière-plan est envoyé aussi. Choisissez « Transparent » pour n’envoyer que la personne.</translation>
    </message>
    <message>
      <source>The background is set to My room, so nothing would change. Choose another background.</source>
      <translation>L’arrière-plan est « Ma pièce », rien ne changerait. Choisissez-en un autre.</translation>
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
      <source>The camera view changed; Backdrop is learning the new one.</source>
      <translation>La vue de la caméra a changé ; Backdrop apprend la nouvelle.</translation>
    </message>
    <message>
      <source>The camera {path} cannot be opened ({reason}); check its plug, and that you belong to the group video.</source>
      <translation>La caméra {path} ne peut pas être ouverte ({reason}) ; vérifiez son branchement, et que vous faites partie du groupe video.</translation>
    </message>
    <message>
      <source>The clip of {name} was not found: {clip}.</source>
      <translation>Le clip de {name} est introuvable : {clip}.</translation>
    </message>
    <message>
      <source>The disk is full, so the recording stopped; {kept} and plays. Free some space.</source>
      <translation>Le disque est plein, l’enregistrement s’est donc arrêté ; {kept} et est lisible. Libérez de la place.</translation>
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
      <source>The engine returned a picture of the wrong size.</source>
      <translation>Le calcul a renvoyé une image de mauvaise taille.</translation>
    </message>
    <message>
      <source>The engine returned no matte.</source>
      <translation>Le calcul n’a renvoyé aucun matte.</translation>
    </message>
    <message>
      <source>The engine still works on an earlier frame.</source>
      <translation>Le calcul traite encore une image précédente.</translation>
    </message>
    <message>
      <source>The engine took longer than a second for this frame.</source>
      <translation>Le calcul a pris plus d’une seconde pour cette image.</translation>
    </message>
    <message>
      <source>The existing file is lost</source>
      <translation>Le fichier existant est perdu</translation>
    </message>
    <message>
      <source>The file name must end in {suffix} for this file type.</source>
      <translation>Pour ce type de fichier, le nom doit finir par {suffix}.</translation>
    </message>
    <message>
      <source>The finest edges; for a graphics card.</source>
      <translation>Les contours les plus fins ; pour une carte graphique.</translation>
    </message>
    <message>
      <source>The folder {folder} does not exist. Choose another.</source>
      <translation>Le dossier {folder} n’existe pas. Choisissez-en un autre.</translation>
    </message>
    <message>
      <source>The frames have {size} megapixels ({width}x{height}): they were written as VP8, since VP9 takes too much memory above {most}.</source>
      <translation>Les images ont {size} mégapixels ({width}x{height}) : elles ont été écrites en VP8, car VP9 demande trop de mémoire au-delà de {most}.</translation>
    </message>
    <message>
      <source>The learnt room was deleted.</source>
      <translation>La pièce apprise a été supprimée.</translation>
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
      <translation>Le micro {name} ne fonctionne plus ({error}) ; vérifiez son branchement.</translation>
    </message>
    <message>
      <source>The model chosen in the window</source>
      <translation>Le modèle choisi dans la fenêtre</translation>
    </message>
    <message>
      <source>The old token stops working, and programs are disconnected</source>
      <translation>L’ancien jeton n’est plus valable et les programmes sont déconnectés</translation>
    </message>
    <message>
      <source>The other files are exported in full</source>
      <translation>Les autres fichiers sont exportés en entier</translation>
    </message>
    <message>
      <source>The person cannot be moved over a blurred background.</source>
      <translation>Sur un arrière-plan flou, la personne ne peut pas être déplacée.</translation>
    </message>
    <message>
      <source>The person chosen at {time} is not there. Choose again.</source>
      <translation>La personne choisie à {time} est introuvable à cet endroit. Choisissez à nouveau.</translation>
    </message>
    <message>
      <source>The person on the new background</source>
      <translation>La personne sur le nouvel arrière-plan</translation>
    </message>
    <message>
      <source>The person who is kept is being looked for.</source>
      <translation>La personne à garder est recherchée.</translation>
    </message>
    <message>
      <source>The picture and, in a second file, its matte</source>
      <translation>L’image et, dans un second fichier, son matte</translation>
    </message>
    <message>
      <source>The picture of the empty room does not match the camera; Backdrop learns from the camera instead.</source>
      <translation>L’image de la pièce vide ne correspond pas à la caméra ; Backdrop apprend depuis la caméra.</translation>
    </message>
    <message>
      <source>The picture stopped after an internal error. Choose the source again.</source>
      <translation>L’image s’est arrêtée après une erreur interne. Choisissez de nouveau la source.</translation>
    </message>
    <message>
      <source>The project could not be saved.</source>
      <translation>Le projet n’a pas pu être enregistré.</translation>
    </message>
    <message>
      <source>The range is empty. Set Out after In.</source>
      <translation>L’extrait est vide. Placez la sortie après l’entrée.</translation>
    </message>
    <message>
      <source>The recording stopped ({reason}); {kept}.</source>
      <translation>L’enregistrement s’est arrêté ({reason}) ; {kept}.</translation>
    </message>
    <message>
      <source>The recording stopped: {path} no longer exists. Was its folder moved or removed, or its disk disconnected?</source>
      <translation>L’enregistrement s’est arrêté : {path} n’existe plus ; son dossier a-t-il été déplacé ou supprimé, ou son disque débranché ?</translation>
    </message>
    <message>
      <source>The recording {path} stopped; see the log.</source>
      <translation>L’enregistrement {path} s’est interrompu ; voir le journal.</translation>
    </message>
    <message>
      <source>The remote control is off: {why}</source>
      <translation>La télécommande est désactivée : {why}</translation>
    </message>
    <message>
      <source>The saved settings come from a newer version of Backdrop and were replaced by defaults</source>
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
      <source>The snapshot cannot be saved: {error}</source>
      <translation>L’instantané ne peut pas être enregistré : {error}</translation>
    </message>
    <message>
      <source>The sound server cannot be used: {error}.</source>
      <translation>Le serveur de son est inutilisable : {error}.</translation>
    </message>
    <message>
      <source>The sound server failed ({error}).</source>
      <translation>Le serveur de son ne fonctionne plus ({error}).</translation>
    </message>
    <message>
      <source>The source is being opened.</source>
      <translation>La source est en cours d’ouverture.</translation>
    </message>
    <message>
      <source>The speaker failed ({error}).</source>
      <translation>Le haut-parleur ne fonctionne plus ({error}).</translation>
    </message>
    <message>
      <source>The strokes act on their own frames alone: {reason}</source>
      <translation>Les traits n’agissent que sur leurs propres images : {reason}</translation>
    </message>
    <message>
      <source>The token cannot be kept: {error}</source>
      <translation>Le jeton ne peut pas être enregistré : {error}</translation>
    </message>
    <message>
      <source>The window</source>
      <translation>La fenêtre</translation>
    </message>
    <message>
      <source>Theme</source>
      <translation>Thème</translation>
    </message>
    <message>
      <source>There is no camera {word}: {there}.</source>
      <translation>Il n’y a pas de caméra {word} : {there}.</translation>
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
      <source>This computer</source>
      <translation>Cet ordinateur</translation>
    </message>
    <message>
      <source>This computer is too slow, {rate:.0f} frames/s</source>
      <translation>Cet ordinateur est trop lent, {rate:.0f} images/s</translation>
    </message>
    <message>
      <source>This file's own alpha channel does not cut the person out, so it is multiplied with the model's matte.</source>
      <translation>Le canal alpha propre à ce fichier ne détoure pas la personne ; il est donc multiplié par le matte du modèle.</translation>
    </message>
    <message>
      <source>This file's own alpha channel is used instead of the model.</source>
      <translation>Le canal alpha propre à ce fichier est utilisé à la place du modèle.</translation>
    </message>
    <message>
      <source>This is not a valid camera address: {error}.</source>
      <translation>Ce n’est pas une adresse de caméra valide : {error}.</translation>
    </message>
    <message>
      <source>This is your empty room.</source>
      <translation>Voici votre pièce vide.</translation>
    </message>
    <message>
      <source>This machine is busy: reduced quality.</source>
      <translation>Cet ordinateur est occupé : qualité réduite.</translation>
    </message>
    <message>
      <source>This name is reserved for a look without a preset.</source>
      <translation>Ce nom est réservé à un rendu sans préréglage.</translation>
    </message>
    <message>
      <source>This room has not been learnt yet.</source>
      <translation>Cette pièce n’a pas encore été apprise.</translation>
    </message>
    <message>
      <source>This room was learnt before.</source>
      <translation>Cette pièce a déjà été apprise.</translation>
    </message>
    <message>
      <source>This system has no known virtual camera.</source>
      <translation>Aucune caméra virtuelle n’est connue pour ce système.</translation>
    </message>
    <message>
      <source>This video has transparency of its own.</source>
      <translation>Cette vidéo a sa propre transparence.</translation>
    </message>
    <message>
      <source>This video is interlaced: moving edges show as stripes</source>
      <translation>Cette vidéo est entrelacée : les bords en mouvement montrent des rayures</translation>
    </message>
    <message>
      <source>This would overwrite the background. Choose another name.</source>
      <translation>Cela écraserait l’arrière-plan. Choisissez un autre nom.</translation>
    </message>
    <message>
      <source>This would overwrite the source file. Choose another name.</source>
      <translation>Cela écraserait le fichier source. Choisissez un autre nom.</translation>
    </message>
    <message>
      <source>Time each model on this computer; the picture pauses meanwhile</source>
      <translation>Mesurer chaque modèle sur cet ordinateur ; l’image se met en pause</translation>
    </message>
    <message>
      <source>Time per stage</source>
      <translation>Temps par étape</translation>
    </message>
    <message>
      <source>Token</source>
      <translation>Jeton</translation>
    </message>
    <message>
      <source>Transparent</source>
      <translation>Transparent</translation>
    </message>
    <message>
      <source>Trim the start or the end</source>
      <translation>Couper le début ou la fin</translation>
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
      <source>Undo: {what}</source>
      <translation>Annuler : {what}</translation>
    </message>
    <message>
      <source>Unfinished from last time</source>
      <translation>Inachevé, de la dernière fois</translation>
    </message>
    <message>
      <source>Unmute</source>
      <translation>Rétablir le son</translation>
    </message>
    <message>
      <source>Unsure: {reason}</source>
      <translation>Incertain : {reason}</translation>
    </message>
    <message>
      <source>Use my screen or a window</source>
      <translation>Utiliser mon écran ou une fenêtre</translation>
    </message>
    <message>
      <source>Use slides</source>
      <translation>Utiliser des diapositives</translation>
    </message>
    <message>
      <source>Use this camera</source>
      <translation>Utiliser cette caméra</translation>
    </message>
    <message>
      <source>Use this picture as a camera in Zoom, OBS and other programs</source>
      <translation>Utiliser cette image comme caméra dans Zoom, OBS et d’autres programmes</translation>
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
      <source>Version, models and system details, without names or pictures</source>
      <translation>Version, modèles et détails du système, sans noms ni images</translation>
    </message>
    <message>
      <source>Videos or pictures…</source>
      <translation>Vidéos ou images…</translation>
    </message>
    <message>
      <source>Videos, pictures and projects</source>
      <translation>Vidéos, images et projets</translation>
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
      <source>What others see (V)</source>
      <translation>Ce que voient les autres (V)</translation>
    </message>
    <message>
      <source>What the brush does</source>
      <translation>Ce que fait le pinceau</translation>
    </message>
    <message>
      <source>What to draw</source>
      <translation>Ce qui est tracé</translation>
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
      <source>While it is on, other programs do not receive this key</source>
      <translation>Tant qu’il est activé, les autres programmes ne reçoivent pas cette touche</translation>
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
      <source>Window capture is not available on this system. Use the whole screen, or slides as a PDF.</source>
      <translation>La capture d’une fenêtre n’est pas disponible sur ce système. Utilisez tout l’écran, ou des diapositives en PDF.</translation>
    </message>
    <message>
      <source>Windows does not answer; try again</source>
      <translation>Windows ne répond pas ; réessayez</translation>
    </message>
    <message>
      <source>Windows in front of the chosen one are captured too, because desktop compositing is off. Keep it in front, or turn compositing on.</source>
      <translation>Les fenêtres placées devant sont aussi capturées, car la composition du bureau est désactivée. Gardez la fenêtre au premier plan, ou activez la composition.</translation>
    </message>
    <message>
      <source>Workers</source>
      <translation>Processus</translation>
    </message>
    <message>
      <source>You will not be asked again</source>
      <translation>La question ne sera plus posée</translation>
    </message>
    <message>
      <source>You with transparency, on a checkerboard (V)</source>
      <translation>Vous seul, transparence en damier (V)</translation>
    </message>
    <message>
      <source>Your room is visible: the background is not replaced</source>
      <translation>Votre pièce est visible : l’arrière-plan n’est pas remplacé</translation>
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
      <source>Zoom in</source>
      <translation>Zoom avant</translation>
    </message>
    <message>
      <source>Zoom out</source>
      <translation>Zoom arrière</translation>
    </message>
    <message>
      <source>a film's frame</source>
      <translation>une image de film</translation>
    </message>
    <message>
      <source>a person came who may be another one</source>
      <translation>quelqu’un est arrivé qui peut être une autre personne</translation>
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
      <source>another program uses this key; choose another</source>
      <translation>un autre programme utilise cette touche ; choisissez-en une autre</translation>
    </message>
    <message>
      <source>attached file ({codec}) copied</source>
      <translation>fichier joint ({codec}) copié</translation>
    </message>
    <message>
      <source>attached file ({codec}) dropped</source>
      <translation>fichier joint ({codec}) omis</translation>
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
      <source>cannot be read without the package OpenEXR ({line})</source>
      <translation>ne peut pas être lu sans le paquet OpenEXR ({line})</translation>
    </message>
    <message>
      <source>composite</source>
      <translation>composition</translation>
    </message>
    <message>
      <source>cover picture ({codec}) dropped</source>
      <translation>image de couverture ({codec}) omise</translation>
    </message>
    <message>
      <source>data ({codec}) dropped</source>
      <translation>données ({codec}) omises</translation>
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
      <source>fast model on the graphics card</source>
      <translation>modèle rapide sur la carte graphique</translation>
    </message>
    <message>
      <source>fast model on the processor</source>
      <translation>modèle rapide sur le processeur</translation>
    </message>
    <message>
      <source>finishing the recording {path}</source>
      <translation>finalisation de l’enregistrement {path}</translation>
    </message>
    <message>
      <source>first frame,</source>
      <translation>première image,</translation>
    </message>
    <message>
      <source>following strokes</source>
      <translation>suivi des traits</translation>
    </message>
    <message>
      <source>good</source>
      <translation>bon</translation>
    </message>
    <message>
      <source>handing back memory</source>
      <translation>libération de la mémoire</translation>
    </message>
    <message>
      <source>has 8 bits, for which no colour space can be named; leave it out</source>
      <translation>est en 8 bits, pour lesquels aucun espace colorimétrique ne peut être indiqué ; ne l’indiquez pas</translation>
    </message>
    <message>
      <source>has another display window than the first picture; render it anew</source>
      <translation>a une autre fenêtre d’affichage (display window) que la première image ; refaites-en le rendu</translation>
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
      <source>holds more channels than memory has room for; save fewer layers in one file</source>
      <translation>contient plus de canaux que la mémoire ne peut en recevoir ; enregistrez moins de calques par fichier</translation>
    </message>
    <message>
      <source>holds no layer with the colours R, G and B; save them in it</source>
      <translation>ne contient aucun calque avec les couleurs R, G et B ; enregistrez-les dedans</translation>
    </message>
    <message>
      <source>internal error: {error}; see the log</source>
      <translation>erreur interne : {error} ; voir le journal</translation>
    </message>
    <message>
      <source>is a folder; name a file in it</source>
      <translation>est un dossier ; indiquez un fichier qu’il contient</translation>
    </message>
    <message>
      <source>is a pipe or a device; save its output to a file</source>
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
      <source>it did not accept the picture</source>
      <translation>l’image n’a pas été acceptée</translation>
    </message>
    <message>
      <source>it did not answer in time</source>
      <translation>elle n’a pas répondu à temps</translation>
    </message>
    <message>
      <source>it ends too early</source>
      <translation>il se termine trop tôt</translation>
    </message>
    <message>
      <source>it no longer exists</source>
      <translation>il n’existe plus</translation>
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
      <source>its data is invalid</source>
      <translation>ses données ne sont pas valides</translation>
    </message>
    <message>
      <source>its decoder failed</source>
      <translation>son décodeur a échoué</translation>
    </message>
    <message>
      <source>its library is missing ({error})</source>
      <translation>sa bibliothèque manque ({error})</translation>
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
      <translation>ses images ne peuvent pas être décodées ; vérifiez le branchement, ou choisissez une autre taille</translation>
    </message>
    <message>
      <source>its size is {width:g} x {height:g} points</source>
      <translation>sa taille est de {width:g} x {height:g} points</translation>
    </message>
    <message>
      <source>keeping the background {path}</source>
      <translation>conservation de l’arrière-plan {path}</translation>
    </message>
    <message>
      <source>layer</source>
      <translation>calque</translation>
    </message>
    <message>
      <source>learning the room</source>
      <translation>apprentissage de la pièce</translation>
    </message>
    <message>
      <source>lies outside of the other pictures; render it anew</source>
      <translation>se trouve en dehors des autres images ; refaites-en le rendu</translation>
    </message>
    <message>
      <source>log curve of the camera</source>
      <translation>courbe log de la caméra</translation>
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
      <source>looking around</source>
      <translation>recherche aux alentours</translation>
    </message>
    <message>
      <source>looking at what was opened</source>
      <translation>examen de ce qui a été ouvert</translation>
    </message>
    <message>
      <source>looking for a project</source>
      <translation>recherche d’un projet</translation>
    </message>
    <message>
      <source>looking for an outline</source>
      <translation>recherche d’un contour</translation>
    </message>
    <message>
      <source>looking for recordings that were cut short</source>
      <translation>recherche d’enregistrements interrompus</translation>
    </message>
    <message>
      <source>looking through the backgrounds</source>
      <translation>examen des arrière-plans</translation>
    </message>
    <message>
      <source>looking up its name took too long</source>
      <translation>son nom n’a pas été résolu à temps</translation>
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
      <source>measuring how long an export takes</source>
      <translation>mesure de la durée d’un export</translation>
    </message>
    <message>
      <source>measuring the models</source>
      <translation>mesure des modèles</translation>
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
      <source>no files left by a crash</source>
      <translation>aucun reste de plantage</translation>
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
      <source>not needed: the NVIDIA GPU is used</source>
      <translation>inutile : la carte graphique NVIDIA est utilisée</translation>
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
      <source>other</source>
      <translation>autre</translation>
    </message>
    <message>
      <source>output</source>
      <translation>sortie</translation>
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
      <source>people who stay</source>
      <translation>personnes qui restent</translation>
    </message>
    <message>
      <source>plug one in, or allow this program to use it in the system's privacy settings</source>
      <translation>branchez-en une, ou autorisez ce programme à l’utiliser dans les réglages de confidentialité du système</translation>
    </message>
    <message>
      <source>preparing the engine</source>
      <translation>préparation du calcul</translation>
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
      <source>quality model on the graphics card</source>
      <translation>modèle de qualité sur la carte graphique</translation>
    </message>
    <message>
      <source>quality model on the processor</source>
      <translation>modèle de qualité sur le processeur</translation>
    </message>
    <message>
      <source>reading a project</source>
      <translation>lecture d’un projet</translation>
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
      <source>restore the folder from the repository</source>
      <translation>rétablissez le dossier depuis le dépôt</translation>
    </message>
    <message>
      <source>saving the project {path}</source>
      <translation>enregistrement du projet {path}</translation>
    </message>
    <message>
      <source>saving the snapshot {path}</source>
      <translation>enregistrement de l’instantané {path}</translation>
    </message>
    <message>
      <source>strokes</source>
      <translation>traits</translation>
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
      <source>the desktop's message bus is gone ({error})</source>
      <translation>le bus de messages du bureau a disparu ({error})</translation>
    </message>
    <message>
      <source>the desktop's settings deny Backdrop this key</source>
      <translation>les réglages du bureau refusent cette touche à Backdrop</translation>
    </message>
    <message>
      <source>the driver gives no picture; check the plug</source>
      <translation>le pilote ne donne pas d’image ; vérifiez le branchement</translation>
    </message>
    <message>
      <source>the encoder does not take these pictures ({words})</source>
      <translation>l’encodeur n’accepte pas ces images ({words})</translation>
    </message>
    <message>
      <source>the file's own alpha</source>
      <translation>l’alpha du fichier</translation>
    </message>
    <message>
      <source>the next job of that name removes it, and so does this command after one day</source>
      <translation>il disparaît avec le prochain travail de ce nom, ou avec cette commande un jour après</translation>
    </message>
    <message>
      <source>the picture changed from {width}x{height} to {new_width}x{new_height}</source>
      <translation>l’image est passée de {width}x{height} à {new_width}x{new_height}</translation>
    </message>
    <message>
      <source>the source was closed</source>
      <translation>la source a été fermée</translation>
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
      <source>this desktop does not support global shortcuts</source>
      <translation>ce bureau ne prend pas en charge les raccourcis globaux</translation>
    </message>
    <message>
      <source>this keyboard has no such key; choose another one</source>
      <translation>ce clavier n’a pas cette touche ; choisissez-en une autre</translation>
    </message>
    <message>
      <source>this system does not support global shortcuts</source>
      <translation>ce système ne prend pas en charge les raccourcis globaux</translation>
    </message>
    <message>
      <source>to</source>
      <translation>à</translation>
    </message>
    <message>
      <source>too slow for a live picture; --device onnx uses it</source>
      <translation>trop lente pour une image en direct ; --device onnx l’utilise</translation>
    </message>
    <message>
      <source>trying an export</source>
      <translation>essai d’un export</translation>
    </message>
    <message>
      <source>two people crossed and look alike</source>
      <translation>deux personnes se sont croisées et se ressemblent</translation>
    </message>
    <message>
      <source>two people overlap and look alike</source>
      <translation>deux personnes se recouvrent et se ressemblent</translation>
    </message>
    <message>
      <source>unknown</source>
      <translation>inconnu</translation>
    </message>
    <message>
      <source>update the driver, then run: {command}</source>
      <translation>mettez le pilote à jour, puis lancez : {command}</translation>
    </message>
    <message>
      <source>upload</source>
      <translation>envoi</translation>
    </message>
    <message>
      <source>using {name}</source>
      <translation>utilisation : {name}</translation>
    </message>
    <message>
      <source>video ({codec}) dropped</source>
      <translation>vidéo ({codec}) omise</translation>
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
      <source>{across} across, {down} down. Space puts a point there.</source>
      <translation>{across} depuis la gauche, {down} depuis le haut. Espace y place un point.</translation>
    </message>
    <message>
      <source>{across} across, {down} down. Space puts the next point, Enter the last one; Esc gives up.</source>
      <translation>{across} depuis la gauche, {down} depuis le haut. Espace place le point suivant, Entrée le dernier ; Échap abandonne.</translation>
    </message>
    <message>
      <source>{action} (global)</source>
      <translation>{action} (global)</translation>
    </message>
    <message>
      <source>{action}: press a key, or Esc to cancel</source>
      <translation>{action} : appuyez sur une touche, ou Échap pour annuler</translation>
    </message>
    <message>
      <source>{address!r} holds a space or a line end; an address has none</source>
      <translation>{address!r} contient une espace ou une fin de ligne ; une adresse n’en a pas</translation>
    </message>
    <message>
      <source>{address} has no port; add one, as in {example}</source>
      <translation>{address} n’a pas de port ; ajoutez-en un, comme dans {example}</translation>
    </message>
    <message>
      <source>{address} has no valid host; expected one like {example}</source>
      <translation>{address} n’a pas d’hôte valide ; attendu : un hôte comme {example}</translation>
    </message>
    <message>
      <source>{address} has the port {port}, expected 1 to 65535</source>
      <translation>{address} a le port {port}, attendu : de 1 à 65535</translation>
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
      <source>{codec} + alpha</source>
      <translation>{codec} + alpha</translation>
    </message>
    <message>
      <source>{count} areas is the limit. Remove one to add another.</source>
      <translation>La limite est de {count} zones. Retirez-en une pour en ajouter une autre.</translation>
    </message>
    <message>
      <source>{count} clicks is the limit. Take one back to add another.</source>
      <translation>La limite est de {count} clics. Annulez-en un pour en ajouter un autre.</translation>
    </message>
    <message>
      <source>{count} strokes is the limit. Remove one to add another.</source>
      <translation>La limite est de {count} traits. Retirez-en un pour en ajouter un autre.</translation>
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
      <source>{host} asks for the file {wanted} on this computer; cameras get no files</source>
      <translation>{host} demande le fichier {wanted} de cet ordinateur ; les caméras ne reçoivent aucun fichier</translation>
    </message>
    <message>
      <source>{host} redirects to an invalid address: {error}</source>
      <translation>{host} redirige vers une adresse non valide : {error}</translation>
    </message>
    <message>
      <source>{host} redirects to {scheme}, expected {allowed}; open that address itself if you trust it</source>
      <translation>{host} redirige vers {scheme}, attendu : {allowed} ; ouvrez cette adresse vous-même si vous lui faites confiance</translation>
    </message>
    <message>
      <source>{kept}.</source>
      <translation>{kept}.</translation>
    </message>
    <message>
      <source>{key} is already a global shortcut.</source>
      <translation>{key} est déjà un raccourci global.</translation>
    </message>
    <message>
      <source>{key} is already used: {action}. Change that shortcut first.</source>
      <translation>{key} est déjà utilisée : {action}. Changez d’abord ce raccourci.</translation>
    </message>
    <message>
      <source>{key} is reserved for moving within the window.</source>
      <translation>{key} est réservée aux déplacements dans la fenêtre.</translation>
    </message>
    <message>
      <source>{key} works only in this window: {why}.</source>
      <translation>{key} n’agit que dans cette fenêtre : {why}.</translation>
    </message>
    <message>
      <source>{message} {time} s</source>
      <translation>{message} {time} s</translation>
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
      <source>{name} (not connected)</source>
      <translation>{name} (non connecté)</translation>
    </message>
    <message>
      <source>{name} already exists. Replace it or choose another name.</source>
      <translation>{name} existe déjà. Remplacez-le ou choisissez un autre nom.</translation>
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
      <translation>{name} répond, mais {reason} ; vérifiez la caméra et la liaison avec elle</translation>
    </message>
    <message>
      <source>{name} by {provider}: the network takes {time:.1f} ms in {precision}</source>
      <translation>{name} par {provider} : le réseau prend {time:.1f} ms en {precision}</translation>
    </message>
    <message>
      <source>{name} cannot be opened ({tried}). Close other programs that use it, check its plug, and {permissions}.</source>
      <translation>{name} ne peut pas être ouverte ({tried}). Fermez les autres programmes qui l’utilisent, vérifiez son branchement, et {permissions}.</translation>
    </message>
    <message>
      <source>{name} cannot be read as a video ({reason}). Copy it again, or choose another file.</source>
      <translation>{name} ne peut pas être lu comme vidéo ({reason}). Copiez-le de nouveau, ou choisissez un autre fichier.</translation>
    </message>
    <message>
      <source>{name} could not be opened because of an internal error.</source>
      <translation>{name} n’a pas pu être ouvert à cause d’une erreur interne.</translation>
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
      <source>{name} does not match the room in {recording}; the room was learnt from the video itself.</source>
      <translation>{name} ne correspond pas à la pièce de {recording} ; elle a été apprise depuis la vidéo.</translation>
    </message>
    <message>
      <source>{name} does not say how long it is.</source>
      <translation>{name} ne dit pas sa durée.</translation>
    </message>
    <message>
      <source>{name} has a cover picture, but no video; choose a file with a video track.</source>
      <translation>{name} contient une pochette, mais pas de vidéo ; choisissez un fichier avec une piste vidéo.</translation>
    </message>
    <message>
      <source>{name} has a video track without frames; record or export it again.</source>
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
      <source>{name} holds {count} pictures; only the first was used. Convert it to a video or to numbered pictures to keep them all.</source>
      <translation>{name} contient {count} images, seule la première a été prise ; convertissez-le en vidéo ou en images numérotées pour les garder toutes.</translation>
    </message>
    <message>
      <source>{name} is a pipe or a device; save its output to a file.</source>
      <translation>{name} est un tube ou un périphérique ; enregistrez ce qu’il donne dans un fichier.</translation>
    </message>
    <message>
      <source>{name} is a playlist of more than {size} MB; check the address</source>
      <translation>{name} est une liste de lecture de plus de {size} Mo ; vérifiez l’adresse</translation>
    </message>
    <message>
      <source>{name} is a playlist of other files or addresses, which Backdrop does not open. Choose the video itself.</source>
      <translation>{name} est une liste de lecture d’autres fichiers ou adresses, que Backdrop n’ouvre pas. Choisissez la vidéo elle-même.</translation>
    </message>
    <message>
      <source>{name} is being written by another export; choose another name.</source>
      <translation>{name} est en cours d’écriture par un autre export ; choisissez un autre nom.</translation>
    </message>
    <message>
      <source>{name} is beside this file.</source>
      <translation>{name} se trouve à côté de ce fichier.</translation>
    </message>
    <message>
      <source>{name} is damaged: some frames could not be decoded. Copy the file again if you can.</source>
      <translation>{name} est endommagé : certaines images n’ont pas pu être décodées. Copiez de nouveau le fichier si possible.</translation>
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
      <source>{name} is empty (0 bytes); copy or record it again.</source>
      <translation>{name} est vide (0 octet) ; copiez-le ou enregistrez-le à nouveau.</translation>
    </message>
    <message>
      <source>{name} is exported, but incomplete: {loss}</source>
      <translation>{name} est exporté, mais incomplet : {loss}</translation>
    </message>
    <message>
      <source>{name} is exported.</source>
      <translation>{name} est exporté.</translation>
    </message>
    <message>
      <source>{name} is finished.</source>
      <translation>{name} est finalisé.</translation>
    </message>
    <message>
      <source>{name} is incomplete: its index (the moov box) is missing after {size} bytes. Copy it again, or repair it with its original recorder.</source>
      <translation>{name} est incomplet : son index (la boîte moov) manque après {size} octets. Copiez-le de nouveau, ou réparez-le avec l’enregistreur d’origine.</translation>
    </message>
    <message>
      <source>{name} is minimised. Its last picture is shown until you restore it.</source>
      <translation>{name} est réduite. Sa dernière image s’affiche jusqu’à ce que vous la restauriez.</translation>
    </message>
    <message>
      <source>{name} is missing, so the built-in sample plays.</source>
      <translation>{name} est introuvable, c’est donc l’exemple qui passe.</translation>
    </message>
    <message>
      <source>{name} is no video or picture that Backdrop reads; choose a video ({videos}) or a picture ({pictures}).</source>
      <translation>{name} n’est ni une vidéo ni une image que Backdrop lit ; choisissez une vidéo ({videos}) ou une image ({pictures}).</translation>
    </message>
    <message>
      <source>{name} is not a project of Backdrop ({reason}); save it again.</source>
      <translation>{name} n’est pas un projet de Backdrop ({reason}) ; enregistrez-le à nouveau.</translation>
    </message>
    <message>
      <source>{name} is not a video or picture, so it was not opened.</source>
      <translation>{name} n’est ni une vidéo ni une image et n’a pas été ouvert.</translation>
    </message>
    <message>
      <source>{name} is not a video, or is damaged. Copy it again, or choose another file.</source>
      <translation>{name} est endommagé ou n’est pas une vidéo. Copiez-le de nouveau, ou choisissez un autre fichier.</translation>
    </message>
    <message>
      <source>{name} is not plugged in.</source>
      <translation>{name} n’est pas branchée.</translation>
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
      <source>{name} is saved.</source>
      <translation>{name} est enregistré.</translation>
    </message>
    <message>
      <source>{name} is the background now.</source>
      <translation>{name} est maintenant l’arrière-plan.</translation>
    </message>
    <message>
      <source>{name} is {length:.2f} s long and has no frame at or after {start:g} s.</source>
      <translation>{name} dure {length:.2f} s et n’a aucune image à {start:g} s ou après.</translation>
    </message>
    <message>
      <source>{name} needs even sizes: {width}x{height} was written as {new_width}x{new_height}, its last row or column repeated.</source>
      <translation>{name} demande des dimensions paires : {width}x{height} a été écrit en {new_width}x{new_height}, la dernière ligne ou colonne répétée.</translation>
    </message>
    <message>
      <source>{name} needs {what}, which this computer lacks.</source>
      <translation>{name} a besoin de {what}, qui manque à cet ordinateur.</translation>
    </message>
    <message>
      <source>{name} redirects too often without a picture</source>
      <translation>{name} redirige trop souvent sans image</translation>
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
      <source>{name} sends an unsupported kind of video.</source>
      <translation>{name} envoie une vidéo d’un type non pris en charge.</translation>
    </message>
    <message>
      <source>{name} sends compressed pictures ({coding}), which are not supported; check the address</source>
      <translation>{name} envoie des images compressées ({coding}), qui ne sont pas prises en charge ; vérifiez l’adresse</translation>
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
      <source>{name} stopped ({error}). {help}</source>
      <translation>{name} : arrêt ({error}). {help}</translation>
    </message>
    <message>
      <source>{name} stopped because of an internal error; see the log.</source>
      <translation>{name} : arrêt à cause d’une erreur interne ; voir le journal.</translation>
    </message>
    <message>
      <source>{name} wants to send its pictures over UDP; switch it to RTP over RTSP (TCP)</source>
      <translation>{name} veut envoyer ses images en UDP ; réglez-la sur RTP via RTSP (TCP)</translation>
    </message>
    <message>
      <source>{name} was closed. Its last picture is still shown; choose another background.</source>
      <translation>{name} a été fermée. Sa dernière image reste affichée ; choisissez un autre arrière-plan.</translation>
    </message>
    <message>
      <source>{name} was closed; open it again to read on.</source>
      <translation>{name} a été fermée ; rouvrez-la pour continuer.</translation>
    </message>
    <message>
      <source>{name} was disconnected. Waiting for it to reconnect…</source>
      <translation>{name} est déconnectée. En attente de reconnexion…</translation>
    </message>
    <message>
      <source>{name} was interrupted by a crash. It plays, but some programs cannot open it until it is finished.</source>
      <translation>{name} a été interrompu par un plantage. Il est lisible, mais certains programmes ne l’ouvrent qu’une fois finalisé.</translation>
    </message>
    <message>
      <source>{name} was not found. It may have been moved or renamed.</source>
      <translation>{name} est introuvable. Il a peut-être été déplacé ou renommé.</translation>
    </message>
    <message>
      <source>{name} was removed from the gallery.</source>
      <translation>{name} a été retiré de la galerie.</translation>
    </message>
    <message>
      <source>{name} was saved by a newer version of Backdrop; update this one to open it.</source>
      <translation>{name} a été enregistré par une version plus récente de Backdrop ; mettez celle-ci à jour pour l’ouvrir.</translation>
    </message>
    <message>
      <source>{name} {error}.</source>
      <translation>{name} {error}.</translation>
    </message>
    <message>
      <source>{name}, for every computer in your network</source>
      <translation>{name}, pour tous les ordinateurs de votre réseau</translation>
    </message>
    <message>
      <source>{name}, for programs on this computer</source>
      <translation>{name}, pour les programmes de cet ordinateur</translation>
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
      <source>{name}: a log curve is for films that are not HDR by their own tags; leave it out.</source>
      <translation>{name} : une courbe log est faite pour les films qui ne sont pas HDR d’après leurs propres indications ; ne l’indiquez pas.</translation>
    </message>
    <message>
      <source>{name}: converted from {rate:.4g} to {new_rate:.4g} frames/s; {dropped} dropped, {repeated} repeated.</source>
      <translation>{name} : passé de {rate:.4g} à {new_rate:.4g} images/s ; omises : {dropped}, répétées : {repeated}.</translation>
    </message>
    <message>
      <source>{name}: deinterlaced.</source>
      <translation>{name} : désentrelacé.</translation>
    </message>
    <message>
      <source>{name}: interlaced; both fields are processed as one frame.</source>
      <translation>{name} : entrelacé ; les deux trames sont traitées comme une image.</translation>
    </message>
    <message>
      <source>{name}: its HDR picture is converted to SDR, because 8 bits cannot hold it.</source>
      <translation>{name} : son image HDR est convertie en SDR, car 8 bits ne peuvent pas la contenir.</translation>
    </message>
    <message>
      <source>{name}: its colours are in Dolby Vision's own colour space, which Backdrop does not read, so they come out wrong; convert it to HDR10 first.</source>
      <translation>{name} : ses couleurs sont dans l’espace propre à Dolby Vision, que Backdrop ne lit pas ; elles seront donc fausses. Convertissez-le d’abord en HDR10.</translation>
    </message>
    <message>
      <source>{name}: its own alpha channel does not cut the person out, so it is multiplied with the model's matte.</source>
      <translation>{name} : son propre canal alpha ne détoure pas la personne ; il est multiplié par le matte du modèle.</translation>
    </message>
    <message>
      <source>{name}: its own alpha channel is used instead of the model.</source>
      <translation>{name} : son propre canal alpha est utilisé à la place du modèle.</translation>
    </message>
    <message>
      <source>{name}: its pictures are numbered up to {number}, too high for a film; number them from 1 on.</source>
      <translation>{name} : ses images sont numérotées jusqu’à {number}, ce qui est trop pour un film ; numérotez-les à partir de 1.</translation>
    </message>
    <message>
      <source>{name}: its video codec is not known here; convert it to H.264 first.</source>
      <translation>{name} : son codec vidéo est inconnu ici ; convertissez-le d’abord en H.264.</translation>
    </message>
    <message>
      <source>{name}: its {depth}-bit picture is processed with {bits} bits.</source>
      <translation>{name} : son image de {depth} bits est traitée en {bits} bits.</translation>
    </message>
    <message>
      <source>{name}: none of its frames can be decoded ({count} damaged); copy the file again.</source>
      <translation>{name} : aucune de ses images n’est décodable ({count} endommagées) ; recopiez le fichier.</translation>
    </message>
    <message>
      <source>{name}: rotated as the file specifies.</source>
      <translation>{name} : pivoté comme l’indique le fichier.</translation>
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
      <source>{name}: source file, {background}, {date}, {time}, {content}: backdrop, cutout or matte; plus any text</source>
      <translation>{name} : fichier source, {background}, {date}, {time}, {content} : backdrop, cutout ou matte ; et tout texte</translation>
    </message>
    <message>
      <source>{name}: testing whether {card} decodes this video faster.</source>
      <translation>{name} : essai pour voir si {card} décode cette vidéo plus vite.</translation>
    </message>
    <message>
      <source>{name}: testing whether {card} encodes this video faster.</source>
      <translation>{name} : essai pour voir si {card} encode cette vidéo plus vite.</translation>
    </message>
    <message numerus="yes">
      <source>{name}: the alpha channel of {n} frames is damaged or missing; they show only the background.</source>
      <extracomment>n = 1: {name}: the alpha channel of 1 frame is damaged or missing; it shows only the background.</extracomment>
      <translation>
        <numerusform>{name} : le canal alpha de {n} image est endommagé ou manquant ; seul l’arrière-plan y est affiché.</numerusform>
        <numerusform>{name} : le canal alpha de {n} images est endommagé ou manquant ; seul l’arrière-plan y est affiché.</numerusform>
      </translation>
    </message>
    <message>
      <source>{name}: the first pass could not learn the room, because the camera moves or the person never uncovers it.</source>
      <translation>{name} : la première passe n’a pas pu apprendre la pièce, car la caméra bouge ou la personne ne la découvre jamais.</translation>
    </message>
    <message numerus="yes">
      <source>{name}: the first pass learnt {known:.0%} of the main room of {n}.</source>
      <extracomment>n = 1: {name}: the first pass learnt {known:.0%} of the room behind the person.</extracomment>
      <translation>
        <numerusform>{name} : la première passe a appris {known:.0%} de la pièce derrière la personne.</numerusform>
        <numerusform>{name} : la première passe a appris {known:.0%} de la principale des {n} pièces.</numerusform>
      </translation>
    </message>
    <message>
      <source>{name}: the input {refused}, or write a .png.</source>
      <translation>{name} : l’entrée {refused}, ou écrivez un .png.</translation>
    </message>
    <message>
      <source>{name}: the light levels of its single frames ({what}) are not kept, because they describe the pictures as they were; players use those of the whole film.</source>
      <translation>{name} : les indications de luminosité de chaque image ({what}) ne sont pas conservées, car elles décrivent les images d’origine ; les lecteurs utilisent celles du film entier.</translation>
    </message>
    <message>
      <source>{name}: the part from {start} s to {end} s is empty; the end must come after the start.</source>
      <translation>{name} : l’extrait de {start} s à {end} s est vide ; la fin doit venir après le début.</translation>
    </message>
    <message>
      <source>{name}: the requested size {refused}.</source>
      <translation>{name} : la taille demandée {refused}.</translation>
    </message>
    <message numerus="yes">
      <source>{name}: timestamps jump at {n} places; the gaps were closed.</source>
      <extracomment>n = 1: {name}: timestamps jump at 1 place; the gap was closed.</extracomment>
      <translation>
        <numerusform>{name} : les horodatages sautent à 1 endroit ; le vide a été fermé.</numerusform>
        <numerusform>{name} : les horodatages sautent à {n} endroits ; les vides ont été fermés.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{name}: {n} numbers are missing; their time is kept.</source>
      <extracomment>n = 1: {name}: {n} number is missing; its time is kept.</extracomment>
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
      <source>{name}; Enter to accept, Escape to cancel</source>
      <translation>{name} ; Entrée valide, Échap annule</translation>
    </message>
    <message>
      <source>{number} %</source>
      <translation>{number} %</translation>
    </message>
    <message numerus="yes">
      <source>{n} exports are not finished. If you stop them, the finished parts are kept, and you can start them again next time.</source>
      <extracomment>n = 1: An export is not finished. If you stop it, the finished part is kept, and you can start it again next time.</extracomment>
      <translation>
        <numerusform>Un export n’est pas terminé. Si vous l’arrêtez, la partie terminée est conservée et vous pourrez le relancer la prochaine fois.</numerusform>
        <numerusform>{n} exports ne sont pas terminés. Si vous les arrêtez, les parties terminées sont conservées et vous pourrez les relancer la prochaine fois.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} exports from last time are unfinished.</source>
      <extracomment>n = 1: An export from last time is unfinished.</extracomment>
      <translation>
        <numerusform>Un export de la dernière fois est inachevé.</numerusform>
        <numerusform>{n} exports de la dernière fois sont inachevés.</numerusform>
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
      <source>{n} frames dropped</source>
      <extracomment>n = 1: {n} frame dropped</extracomment>
      <translation>
        <numerusform>{n} image perdue</numerusform>
        <numerusform>{n} images perdues</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} frames were dropped: the disk or this computer was too slow.</source>
      <extracomment>n = 1: {n} frame was dropped: the disk or this computer was too slow.</extracomment>
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
      <source>{n} in this video</source>
      <extracomment>n = 1: {n} in this video</extracomment>
      <translation>
        <numerusform>{n} dans cette vidéo</numerusform>
        <numerusform>{n} dans cette vidéo</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} programs are connected.</source>
      <extracomment>n = 1: {n} program is connected.</extracomment>
      <translation>
        <numerusform>{n} programme est connecté.</numerusform>
        <numerusform>{n} programmes sont connectés.</numerusform>
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
      <source>{pace}, {time:.1f} s delay</source>
      <translation>{pace}, {time:.1f} s de délai</translation>
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
      <translation>{path} ne peut pas être assemblé : {name} a été encodé par une autre version de l’encodeur que les segments précédents ; installez les mêmes paquets sur tous les ordinateurs, et recommencez</translation>
    </message>
    <message>
      <source>{path} cannot be written, there is no folder {folder}; make it first.</source>
      <translation>{path} ne peut pas être écrit, le dossier {folder} n’existe pas ; créez-le d’abord.</translation>
    </message>
    <message>
      <source>{path} cannot be written: no permission to write to {folder}.</source>
      <translation>{path} ne peut pas être écrit : vous n’avez pas le droit d’écrire dans {folder}.</translation>
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
    <message numerus="yes">
      <source>{path} holds no video and no picture, only {n} other files; choose a folder with videos ({videos}) or pictures ({pictures}).</source>
      <extracomment>n = 1: {path} holds no video and no picture, only 1 other file; choose a folder with videos ({videos}) or pictures ({pictures}).</extracomment>
      <translation>
        <numerusform>{path} ne contient ni vidéo ni image, seulement 1 autre fichier ; choisissez un dossier avec des vidéos ({videos}) ou des images ({pictures}).</numerusform>
        <numerusform>{path} ne contient ni vidéo ni image, seulement {n} autres fichiers ; choisissez un dossier avec des vidéos ({videos}) ou des images ({pictures}).</numerusform>
      </translation>
    </message>
    <message>
      <source>{path} holds no video and no picture; choose a folder with some.</source>
      <translation>{path} ne contient ni vidéo ni image ; choisissez un dossier qui en contient.</translation>
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
      <translation>un autre programme est en train de terminer {path} ; attendez</translation>
    </message>
    <message>
      <source>{path} is being recorded; stop that recording first</source>
      <translation>{path} est en cours d’enregistrement ; arrêtez d’abord cet enregistrement</translation>
    </message>
    <message>
      <source>{path} is not an interrupted recording; there is nothing to do</source>
      <translation>{path} n’est pas un enregistrement interrompu ; il n’y a rien à faire</translation>
    </message>
    <message>
      <source>{path} is not being recorded: the live picture has ended, there is nothing to record; choose a camera or a file first</source>
      <translation>{path} n’est pas enregistré : l’image en direct est terminée, il n’y a rien à enregistrer ; choisissez d’abord une caméra ou un fichier</translation>
    </message>
    <message>
      <source>{path} is not named like a project; end it in .backdrop.</source>
      <translation>{path} n’a pas un nom de projet ; terminez-le par .backdrop.</translation>
    </message>
    <message>
      <source>{path} is the background and cannot be overwritten; choose another name</source>
      <translation>{path} est l’arrière-plan et ne peut pas être écrasé ; choisissez un autre nom</translation>
    </message>
    <message>
      <source>{path} may not be read; check its permissions.</source>
      <translation>{path} ne peut pas être lu ; vérifiez ses autorisations.</translation>
    </message>
    <message>
      <source>{path} was interrupted; it plays</source>
      <translation>{path} a été interrompu et est lisible</translation>
    </message>
    <message>
      <source>{path} was not saved: there was no picture. Choose a camera or a file, and try again.</source>
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
      <source>{path} was removed: {what}</source>
      <translation>{path} a été supprimé : {what}</translation>
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
      <source>{ready} of {total}, {seconds}</source>
      <translation>{ready} sur {total}, {seconds}</translation>
    </message>
    <message>
      <source>{scheme}:// is not a camera address; expected {expected}</source>
      <translation>{scheme}:// n’est pas une adresse de caméra ; attendu : {expected}</translation>
    </message>
    <message>
      <source>{sentence}
Click to locate it.</source>
      <translation>{sentence}
Cliquez pour le localiser.</translation>
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
      <source>{size:.1f} MB left by an interrupted job for {path}</source>
      <translation>{size:.1f} Mo laissés par un travail interrompu pour {path}</translation>
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
      <source>{time} s</source>
      <translation>{time} s</translation>
    </message>
    <message>
      <source>{time} s left</source>
      <translation>{time} s restantes</translation>
    </message>
    <message>
      <source>{tip}
Double-click or Delete resets it.</source>
      <translation>{tip}
Un double-clic ou Suppr réinitialise.</translation>
    </message>
    <message>
      <source>{title} section</source>
      <translation>Section {title}</translation>
    </message>
    <message>
      <source>{trouble}. Gave up after three attempts; enter the address with the right name and password.</source>
      <translation>{trouble}. Abandon après trois tentatives ; saisissez l’adresse avec le bon nom et le bon mot de passe.</translation>
    </message>
    <message>
      <source>{trouble}. Retrying until it works.</source>
      <translation>{trouble}. Nouveaux essais jusqu’à ce que cela fonctionne.</translation>
    </message>
    <message>
      <source>{what} ({error}).</source>
      <translation>{what} ({error}).</translation>
    </message>
    <message>
      <source>{what} ({error}). {help}</source>
      <translation>{what} ({error}). {help}</translation>
    </message>
    <message>
      <source>{what} on {where}</source>
      <translation>{what} sur {where}</translation>
    </message>
    <message>
      <source>{what} redirects too often ({count} connections) without a picture; check the address</source>
      <translation>{what} redirige trop souvent ({count} connexions) sans image ; vérifiez l’adresse</translation>
    </message>
    <message>
      <source>{what} sent {size} MB without a picture, so it is not a working camera; check the address</source>
      <translation>{what} a envoyé {size} Mo sans image, ce n’est donc pas une caméra qui fonctionne ; vérifiez l’adresse</translation>
    </message>
    <message>
      <source>{what}, {start} to {end}</source>
      <translation>{what}, de {start} à {end}</translation>
    </message>
    <message>
      <source>{what}, {time}</source>
      <translation>{what}, {time}</translation>
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
      <source>{what}; they cannot be saved: check {path}.</source>
      <translation>{what} ; ils ne peuvent pas être enregistrés : vérifiez {path}.</translation>
    </message>
    <message>
      <source>{word} is not a placeholder. Use {known}.</source>
      <translation>{word} n’est pas un paramètre. Utilisez {known}.</translation>
    </message>
    <message>
      <source>“{title}”</source>
      <translation>« {title} »</translation>
    </message>
  </context>
</TS>
